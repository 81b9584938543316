import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** How much of the end of a log is ever read. */
const READ_AT_MOST_BYTES = 256 * 1024;
/** How much of a log's end an error quotes. */
const TAIL_LINES = 15;

/** A file that a child process writes its output to, directly and unbuffered by us. */
export class LogFile {
  readonly path: string;
  /** To be handed to `spawn` as standard output and error, then closed by `closeOurs`. */
  readonly fd: number;
  readonly #start: number;

  /** Appends to what is there: a folder of logs may be used for several processes in turn. */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.path = path;
    this.fd = openSync(path, 'a');
    this.#start = statSync(path).size;
  }

  closeOurs(): void {
    closeSync(this.fd);
  }

  /** The end of what has been written since this object was made, line by line, without empty lines. */
  lines(): string[] {
    return lastLines(this.path, this.#start);
  }

  tail(): string {
    return this.lines().slice(-TAIL_LINES).join('\n');
  }

  /** The line that says best what went wrong: the last that is neither a stack frame nor Node's signature. */
  errorLine(): string {
    const lines = this.lines();
    const telling = lines.filter((line) => !/^\s+at |^Node\.js v|^\s*[\^{}]+\s*$/.test(line));
    return (
      telling.findLast((line) => /^(\w*Error|Error: .*|.*\bError\b.*):/.test(line)) ??
      telling.at(-1) ??
      'it wrote nothing'
    ).trim();
  }
}

/** The end of a log, line by line, without empty lines. @param start where reading may begin, in bytes. */
export function lastLines(path: string, start = 0): string[] {
  const { size } = statSync(path);
  // What a program says last is what is asked for, however much it said before.
  const from = Math.max(start, size - READ_AT_MOST_BYTES);
  const bytes = Buffer.alloc(size - from);
  const fd = openSync(path, 'r');
  const read = readSync(fd, bytes, 0, bytes.length, from);
  closeSync(fd);
  const written = bytes.toString('utf8', 0, read);
  return written.split('\n').filter((line) => line.trim() !== '');
}

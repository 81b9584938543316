import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Only this much of the end of a log is read, unless more is asked for. */
const READ_AT_MOST_BYTES = 256 * 1024;
/** Lines of a log's end that an error quotes. */
const TAIL_LINES = 15;
/** Why a program ended: of Node and others; of Go (Caddy), whose stacks follow it; of Envoy, likewise. */
const ERROR_LINES = [
  /^(\w*Error|Error: .*|.*\bError\b.*|FATAL ERROR):/,
  /^(panic|fatal error|SIG[A-Z]+): /,
  /\]\[critical\]\[backtrace\].* Caught /,
] as const;

/** A file that a child process writes its output to directly. */
export class LogFile {
  readonly path: string;
  /** Descriptor for `spawn`, as standard output and error; `closeOurs` closes it afterwards. */
  readonly fd: number;
  readonly #start: number;

  /** Appends: several processes may use one log, one after the other. */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.path = path;
    this.fd = openSync(path, 'a');
    this.#start = statSync(path).size;
  }

  closeOurs(): void {
    closeSync(this.fd);
  }

  /** The end of what has been written since this object was made, without empty lines. */
  lines(mostBytes = READ_AT_MOST_BYTES): string[] {
    return lastLines(this.path, this.#start, mostBytes);
  }

  tail(): string {
    return this.lines().slice(-TAIL_LINES).join('\n');
  }

  /** The last line that names an error, else the last that is neither a stack frame nor Node's version. */
  errorLine(): string {
    const lines = this.lines();
    const telling = lines.filter((line) => !/^\s+at |^Node\.js v|^\s*[\^{}]+\s*$/.test(line));
    return (
      telling.findLast((line) => ERROR_LINES.some((pattern) => pattern.test(line))) ??
      telling.at(-1) ??
      'it wrote nothing'
    ).trim();
  }
}

/**
 * The end of a log, without empty lines.
 * @param start first byte that may be read.
 */
export function lastLines(path: string, start = 0, mostBytes = READ_AT_MOST_BYTES): string[] {
  const { size } = statSync(path);
  const from = Math.max(start, size - mostBytes);
  const bytes = Buffer.alloc(size - from);
  const fd = openSync(path, 'r');
  const read = readSync(fd, bytes, 0, bytes.length, from);
  closeSync(fd);
  const written = bytes.toString('utf8', 0, read);
  return written.split('\n').filter((line) => line.trim() !== '');
}

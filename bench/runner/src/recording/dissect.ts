import { readFile, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ManagedProcess } from '@holbench/process/managed-process';

/** A capture of 75 MB takes 5 s on one core. */
const LIMIT_MS = 120_000;
/** What tshark always says to root. */
const USUAL = /^Running as user "root"/;

export interface Dissected {
  /** A line per packet, its fields separated by tabs. */
  readonly text: string;
  /** What tshark said; null: nothing. */
  readonly problem: string | null;
}

interface Dissection {
  /** Path of the pcapng file. tshark's text and log stand beside it. */
  readonly capture: string;
  /** The file of TLS keys. */
  readonly keys: string;
  readonly fields: readonly string[];
}

/**
 * Prints fields of a capture by tshark.
 * @throws UserError when tshark cannot be started; Error when its text cannot be read.
 */
export async function dissect({ capture, keys, fields }: Dissection): Promise<Dissected> {
  const textPath = `${capture}.tsv`;
  const preferences = [
    `tls.keylog_file:${keys}`,
    'tcp.reassemble_out_of_order:TRUE',
    'http.desegment_body:FALSE',
  ];
  const args = ['-n', '-r', capture, ...preferences.flatMap((preference) => ['-o', preference])];
  const format = ['-T', 'fields', '-E', 'separator=/t', '-E', 'occurrence=a'];
  const columns = fields.flatMap((field) => ['-e', field]);
  await using tshark = await ManagedProcess.start({
    name: 'tshark',
    command: 'bash',
    args: ['-c', 'exec tshark "${@:2}" >"$1"', 'tshark', textPath, ...args, ...format, ...columns],
    logPath: `${capture}-tshark.log`,
  });
  const waiting = new AbortController();
  const late = delay(LIMIT_MS, true, waiting).catch(() => false);
  const isLate = await Promise.race([tshark.ended.then(() => false), late]);
  waiting.abort();
  if (isLate) await tshark.stop();
  const said = tshark.log.lines().filter((line) => !USUAL.test(line));
  const wrong = isLate
    ? [`it was ended after ${LIMIT_MS / 1_000} s`]
    : [tshark.ending === 'exit code 0' ? '' : `it ended with ${tshark.ending}`];
  const all = [...wrong, ...said].filter((line) => line !== '');
  const text = await readFile(textPath, 'utf8');
  // As large as the capture, and not worth keeping.
  await rm(textPath);
  return {
    text,
    problem:
      all.length === 0 ? null : `${basename(capture)}: tshark: ${all.join(' | ').slice(0, 500)}`,
  };
}

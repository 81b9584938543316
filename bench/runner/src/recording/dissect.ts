import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { ManagedProcess } from '@holbench/process/managed-process';
import { messageOf } from '@holbench/process/user-error';
import { BETWEEN, wireFields } from '@holbench/wait/wire/fields';
import type { Transport, WirePacket } from '@holbench/wait/wire/packet';
import { readWire } from '@holbench/wait/wire/read-wire';

/** A capture of 70 MB takes less than 10 s on one core, of a busy machine several times as long. */
const LIMIT_MS = 120_000;
/** What tshark always says to root. */
const USUAL = /^Running as user "root"/;

interface Capture {
  /** Path of the pcapng file. tshark's log stands beside it. */
  readonly path: string;
  readonly transport: Transport;
  /** The server's. */
  readonly port: number;
  /** Path of the file of TLS keys. */
  readonly keys: string;
}

interface Dissected {
  readonly packets: readonly WirePacket[];
  /** What tshark said; null: nothing. */
  readonly problem: string | null;
}

/**
 * Reads the packets of a capture by tshark.
 * @throws UserError when tshark cannot be started; Error when its text cannot be read, with what tshark said.
 */
export async function dissect({ path, transport, port, keys }: Capture): Promise<Dissected> {
  // In a file, so that tshark does not wait for its reader. It may be larger than the capture.
  const textPath = `${path}.tsv`;
  const preferences = [
    `tls.keylog_file:${keys}`,
    'tcp.reassemble_out_of_order:TRUE',
    'tcp.relative_sequence_numbers:TRUE',
    'http.desegment_body:FALSE',
  ];
  const format = ['separator=/t', 'occurrence=a', `aggregator=${BETWEEN}`];
  // Streams are asked for, and not what HTTP/3 says in them: to reassemble a file takes five times as long.
  const without = transport === 'quic' ? ['--disable-protocol', 'http3'] : [];
  const args = [
    ...without,
    ...preferences.flatMap((preference) => ['-o', preference]),
    ...format.flatMap((each) => ['-E', each]),
    ...wireFields(transport).flatMap((field) => ['-e', field]),
  ];
  const problem = await runTshark(path, ['-n', '-r', path, '-T', 'fields', ...args], textPath);
  // A character for each byte: no character of a message is a line's end for the reader.
  const input = createReadStream(textPath, 'latin1');
  try {
    return { packets: await readWire(createInterface({ input }), transport, port), problem };
  } catch (error) {
    // Where tshark ended early, its last line may be half of one.
    throw problem === null
      ? error
      : new Error(`${problem} | ${messageOf(error)}`, { cause: error });
  } finally {
    input.destroy();
    await rm(textPath, { force: true });
  }
}

/** @returns what it said, or how it ended; null: nothing worth telling. */
async function runTshark(
  path: string,
  args: readonly string[],
  textPath: string,
): Promise<string | null> {
  await using tshark = await ManagedProcess.start({
    name: 'tshark',
    command: 'bash',
    args: ['-c', 'exec tshark "${@:2}" >"$1"', 'tshark', textPath, ...args],
    logPath: `${path}-tshark.log`,
    // A user's own preferences may switch off what is read here.
    env: { ...process.env, WIRESHARK_CONFIG_DIR: dirname(path) },
  });
  const waiting = new AbortController();
  const late = delay(LIMIT_MS, true, waiting).catch(() => false);
  const isLate = await Promise.race([tshark.ended.then(() => false), late]);
  waiting.abort();
  const { ending, log } = tshark;
  const said = log.lines().filter((line) => !USUAL.test(line));
  if (isLate) said.unshift(`ended after ${LIMIT_MS / 1_000} s`);
  else if (ending !== 'exit code 0') said.unshift(`ended with ${ending}`);
  if (said.length === 0) return null;
  return `${basename(path)}: tshark: ${said.join(' | ').slice(0, 500)}`;
}

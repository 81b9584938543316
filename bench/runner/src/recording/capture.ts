import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DEVICE } from '@holbench/netem/topology/sides';
import { ManagedProcess } from '@holbench/process/managed-process';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { messageOf, UserError } from '@holbench/process/user-error';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import type { Transport } from '@holbench/wait/wire/packet';
import { captureProblem } from './capture-problem.ts';

/** Most kilobytes (1000 bytes) of a capture, with which it ends: 28 s of 20 Mbit/s. */
export const MOST_CAPTURE_KB = 70_000;
/** The kernel's memory for packets that are not written yet, in MiB. */
const BUFFER_MIB = 32;

/** Complete packets of one device, as they are captured. */
export interface Capture {
  readonly pid: number;
  /** The pcapng file. */
  readonly path: string;
  /** Ends it, once. @returns what is wrong with it, or null. */
  end(): Promise<string | null>;
}

/**
 * Captures the packets from and to a port at one end of a link, until it is ended.
 * @param name of its files in `folder`, such as "same-server".
 * @throws UserError when the capture cannot begin; its reason is dumpcap's.
 */
export async function startCapture(
  side: NetworkSide,
  {
    transport,
    port,
    folder,
    name,
  }: {
    readonly transport: Transport;
    readonly port: number;
    readonly folder: string;
    readonly name: string;
  },
): Promise<Capture> {
  const file = `${name}.pcapng`;
  const limits = ['-a', `filesize:${MOST_CAPTURE_KB}`, '-B', String(BUFFER_MIB)];
  const process = await ManagedProcess.start({
    name: `capture ${name}`,
    ...commandIn(side, 'dumpcap', [
      '-q',
      '-i',
      DEVICE,
      '-f',
      `ip and ${transport === 'quic' ? 'udp' : 'tcp'} port ${port}`,
      '-w',
      file,
      ...limits,
    ]),
    // As root it gives up root's right to pass through the folders of a user: the path is relative.
    cwd: folder,
    logPath: join(folder, `${name}-dumpcap.log`),
  });
  const path = join(folder, file);
  const end = async (): Promise<string | null> => {
    const { ending } = process;
    await process.stop();
    const { size } = await stat(path);
    return captureProblem({ name, log: process.log.lines(), endedEarly: ending !== null, size });
  };
  try {
    // With it the device is open and filtered.
    await waitUntilReady(process, async () =>
      process.log.lines().some((line) => line.startsWith('File: ')) ? true : null,
    );
  } catch (error) {
    await process.stop();
    const said = process.log.lines().join(' | ') || messageOf(error);
    throw new UserError(
      `${name}: nothing captured: ${said}; run as root, or give --record-wait none`,
    );
  }
  return { pid: process.pid, path, end };
}

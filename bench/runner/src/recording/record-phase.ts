import type { NetworkSide } from '@holbench/process/network-side';
import type { RecordedPaths } from '@holbench/scenarios/port/cell-run';
import type { Direction } from '@holbench/scenarios/scenario';
import type { Transport } from '@holbench/wait/wire/packet';
import { failureReason } from '../failure-reason.ts';
import { startCapture } from './capture.ts';
import { startSocketSampling } from './sample-sockets.ts';

/** What is recorded at once: a connection. */
export interface RecordedPart {
  readonly connection: number;
}

/** `connection-3`. */
export function nameOf({ connection }: RecordedPart): string {
  return `connection-${connection}`;
}

/** What was recorded of a phase: paths of its captures and of the state of sockets, which QUIC has none of. */
export interface PhaseFiles extends RecordedPart {
  readonly client: string;
  readonly server: string;
  readonly sockets: string | null;
  /** When it ended, in ms since 1970; Infinity before that. */
  endedAtMs: number;
}

interface PhaseSides {
  readonly client: NetworkSide;
  readonly server: NetworkSide;
  readonly transport: Transport;
  readonly port: number;
  readonly folder: string;
  /** Sockets are read at the sender of this; null: not at all. */
  readonly sampled: Direction | null;
}

/** A phase that is being recorded. */
export interface RecordingPhase extends RecordedPaths, AsyncDisposable {
  readonly pids: readonly number[];
  /** Null where a capture could not begin. */
  readonly files: PhaseFiles | null;
}

/**
 * Begins to record a phase. Never rejects.
 * @param note is told what goes wrong, a line each.
 */
export async function startPhase(
  part: RecordedPart,
  { client, server, transport, port, folder, sampled }: PhaseSides,
  note: (problem: string) => void,
): Promise<RecordingPhase> {
  const noted = async <Started>(starting: Promise<Started>): Promise<Started | null> =>
    starting.catch((error: unknown) => {
      note(failureReason(error));
      return null;
    });
  const sender = sampled === 'download' ? server : client;
  const filter = sampled === 'download' ? `sport = :${port}` : `dport = :${port}`;
  const capture = (side: NetworkSide, end: 'client' | 'server') =>
    noted(startCapture(side, { transport, port, folder, name: `${nameOf(part)}-${end}` }));
  const [atClient, atServer, sockets] = await Promise.all([
    capture(client, 'client'),
    capture(server, 'server'),
    sampled &&
      noted(startSocketSampling(sender, { filter, folder, name: `${nameOf(part)}-sockets` })),
  ]);
  const running = [atClient, atServer, sockets].filter((each) => each !== null);
  const stop = async (): Promise<void> => {
    const problems = await Promise.all(running.map((each) => noted(each.end())));
    for (const problem of problems) if (problem !== null) note(problem);
  };
  let stopping: Promise<void> | null = null;
  const files: PhaseFiles | null = atClient &&
    atServer && {
      ...part,
      client: atClient.path,
      server: atServer.path,
      sockets: sockets && sockets.path,
      endedAtMs: Infinity,
    };
  const end = () => {
    if (files !== null && stopping === null) files.endedAtMs = Date.now();
    return (stopping ??= stop());
  };
  if (files === null) await end();
  return { pids: running.map(({ pid }) => pid), files, end, [Symbol.asyncDispose]: end };
}

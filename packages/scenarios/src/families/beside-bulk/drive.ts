import type { CellPhase } from '@holbench/results/cell';
import type { ProbePhase } from '@holbench/results/sample';
import { seededRandom, shuffled } from '@holbench/stats/seeded-random';
import { phasesSeed } from '../../cell-seeds.ts';
import type { CellRun, DrivenCell } from '../../port/cell-run.ts';
import type { Direction } from '../../scenario.ts';
import { driveConnections } from './connections.ts';
import { constantRate } from './constant-rate.ts';
import { goodputMbps } from './goodput.ts';
import { type BesideBulkPage, type Load, transferOf } from './load.ts';
import { measurePhase } from './measure-phase.ts';
import type { besideBulkPage } from './page.ts';

const PHASES: readonly ProbePhase[] = ['alone', 'same', 'other'];
/** Phases in which the paths of messages are recorded: other's messages share no connection with a transfer. */
const RECORDED: readonly ProbePhase[] = ['alone', 'same'];

/**
 * Fresh connections; or, with none, three phases, each with new pages, so that none inherits a filled connection: the messages alone,
 * with a bulk transfer on their own connection, and with one in another browser context.
 */
export async function driveBesideBulk(run: CellRun, direction: Direction): Promise<void> {
  if (run.cell.workload.connections > 0) return driveConnections(run, direction);
  const browser = await run.setUp(() => run.browser());
  let sameMbps = 0;
  for (const [order, phase] of phasesOf(run.cell).entries()) {
    const linkSeed = await run.between(() => run.beginLosses(phase));
    const { paths, beacons, own, other, load } = await run.setUp(async () => {
      // With the handshakes of the pages’ connections.
      const paths = RECORDED.includes(phase) ? await run.recordPaths(phase) : null;
      // From before the pages on: opening them may fill a queue, too.
      const beacons = await run.startBeacons();
      // Both pages are open in every phase, so that phases differ only in the load.
      const open = () => run.openPage<ReturnType<typeof besideBulkPage>>(browser);
      const [own, other] = await Promise.all([open(), open()]);
      const load = await loadOf(run, { phase, direction, own, other, sameMbps });
      return { paths, beacons, own, other, load };
    });
    const measured = await run.measure(() => measurePhase(run, own, load, { phase, direction }));
    if (phase === 'same') sameMbps = goodputOf(measured);
    const link = await run.between(async () => {
      const closing = [own.close(), other.close()];
      const [seen] = await Promise.all([beacons.end(measured.window), ...closing]);
      const link = await run.countPackets();
      await paths?.end();
      return { beacons: seen, link };
    });
    run.recordPhase({ phase, order, linkSeed, ...measured, ...link });
  }
}

/**
 * In an order that is drawn for each round, so that it follows from nothing else. All cells of a round
 * share it: variants and arms are compared in the same order, and cells side by side measure the same
 * phase at the same time.
 */
export function phasesOf({
  network,
  seed,
  sameFirst,
}: Pick<DrivenCell, 'network' | 'seed' | 'sameFirst'>): ProbePhase[] {
  const drawn = phasesSeed(network.profile.id, seed);
  const phases = shuffled(PHASES, seededRandom(drawn));
  if (!sameFirst) return phases;
  const loaded: ProbePhase[] = ['same', 'other'];
  return phases.map((phase) => (phase === 'alone' ? phase : (loaded.shift() ?? phase)));
}

interface Loaded {
  readonly phase: ProbePhase;
  readonly direction: Direction;
  readonly own: BesideBulkPage;
  readonly other: BesideBulkPage;
  /** Goodput on the same connection, where it was measured before. */
  readonly sameMbps: number;
}

async function loadOf(
  run: CellRun,
  { phase, direction, own, other, sameMbps }: Loaded,
): Promise<Load | null> {
  if (phase === 'alone') return null;
  if (phase === 'other' && run.cell.factors.otherSource === 'constant') {
    return constantRate(run, direction, sameMbps);
  }
  return transferOf(phase === 'same' ? own : other, run, phase, direction);
}

function goodputOf({ bulk, window }: Pick<CellPhase, 'bulk' | 'window'>): number {
  return (bulk && window && goodputMbps(bulk, window)) ?? 0;
}

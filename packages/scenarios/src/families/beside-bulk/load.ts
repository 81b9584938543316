import type { ProbePhase } from '@holbench/results/sample';
import type { CellRun, LabPage } from '../../port/cell-run.ts';
import type { Direction } from '../../scenario.ts';
import type { besideBulkPage } from './page.ts';
import type { BulkResult, Ramp } from './specs.ts';
import { phaseLimitMs, rampSpec } from './timing.ts';

/** What loads the link in a phase. */
export interface Load {
  /** Resolves when the first bytes have moved. */
  begin(): Promise<void>;
  /** Resolves when its goodput is stable, or the time for it is over. */
  ramp(): Promise<Ramp>;
  /** Payload bytes so far. */
  movedBytes(): Promise<number>;
  /** Cuts off what is still moving. */
  end(): Promise<BulkResult>;
}

export type BesideBulkPage = LabPage<ReturnType<typeof besideBulkPage>>;

/** A bulk transfer of a page. */
export function transferOf(
  page: BesideBulkPage,
  { cell }: CellRun,
  phase: ProbePhase,
  direction: Direction,
): Load {
  const { seed, workload, factors } = cell;
  const spec = {
    phase,
    direction,
    streams: factors.bulkStreams,
    fileBytes: workload.bulkFileBytes,
    // Never reached: the end of the phase cuts the file off.
    timeoutMs: phaseLimitMs(cell),
    seed,
  };
  return {
    begin: () => page.call('beginBulk', spec),
    ramp: () => page.call('ramp', rampSpec(cell, direction)),
    movedBytes: () => page.call('movedBytes'),
    end: () => page.call('endBulk'),
  };
}

import type { Measurement } from '@holbench/results/sample';
import type { ActionSpec, PrepareActions } from '../../page/covalue-actions.ts';
import { measure } from '../../page/measure.ts';
import { pageLoad } from '../../page/page-load.ts';
import { type Operation, OPERATION_TIMEOUT_MS } from '../../port/operation.ts';
import type { PageContext } from '../../port/page-context.ts';

/** The one operation of one user of many. */
export interface UserSpec extends ActionSpec {
  readonly user: number;
}

interface Definition {
  readonly title: string;
  /** Name of the operation, for its plot by hand. */
  readonly series: string;
  readonly label: string;
  readonly prepare: PrepareActions;
}

/** A user who opens the page and does one operation, by its drive or by hand. */
export function userPage({ title, series, label, prepare }: Definition) {
  /** Many pages share a cell, so `intendedAtMs` is absolute. */
  const operate = async (
    context: PageContext,
    { user, ...spec }: UserSpec,
  ): Promise<Measurement> => {
    const [action] = await prepare(context, spec, 1);
    if (action === undefined) throw new RangeError('there is nothing to do');
    const { timeoutMs } = spec;
    const intendedAtMs = performance.now();
    const clockZeroMs = performance.timeOrigin;
    return measure({ label, user, index: 0, intendedAtMs, clockZeroMs, timeoutMs }, action);
  };
  const operation: Operation = {
    title,
    describe: (kind) => `page load, then one ${kind === 'text' ? 'text' : 'file'}`,
    steps: () => 1,
    run: async (context, kind, form) => {
      const spec = { kind, timeoutMs: OPERATION_TIMEOUT_MS, user: 0, ...form };
      const measurements = [await operate(context, spec)];
      return {
        series: [
          { title: 'Page load', measurements: [pageLoad(context, 0)] },
          { title: series, measurements },
        ],
        note: 'Page load: measured when this page was opened.',
      };
    },
  };
  const page = (context: PageContext) => ({
    pageLoad: async (user: number) => pageLoad(context, user),
    operate: (spec: UserSpec) => operate(context, spec),
  });
  return { page, operation };
}

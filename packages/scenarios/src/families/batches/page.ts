import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import type { ActionSpec, PrepareActions } from '../../page/covalue-actions.ts';
import { measure } from '../../page/measure.ts';
import { type Operation, OPERATION_TIMEOUT_MS } from '../../port/operation.ts';
import type { PageContext } from '../../port/page-context.ts';

/** `size` operations at once. */
export interface BatchSpec extends ActionSpec {
  readonly size: number;
}

interface Definition {
  readonly title: string;
  /** Name of the operations, for the plot of a batch by hand. */
  readonly series: string;
  readonly prepare: PrepareActions;
}

/** One user who loads or creates many CoValues at once, by its drive or by hand. */
export function batchPage({ title, series, prepare }: Definition) {
  /** @param onDone is told of each operation as it ends. */
  const runBatch = async (
    context: PageContext,
    { size, ...spec }: BatchSpec,
    onDone: (measurement: Measurement) => void = () => {},
  ): Promise<Measurement[]> => {
    const actions = await prepare(context, spec, size);
    const { timeoutMs } = spec;
    const label = LABELS.batch(size);
    const intendedAtMs = performance.now();
    return Promise.all(
      actions.map(async (action, index) => {
        const intent = { label, user: 0, index, intendedAtMs, clockZeroMs: 0, timeoutMs };
        const measurement = await measure(intent, action);
        onDone(measurement);
        return measurement;
      }),
    );
  };
  const operation: Operation = {
    title,
    describe: (kind, { size }) => `${size} ${kind === 'text' ? 'texts' : 'files'} at once`,
    steps: ({ size }) => size,
    run: async (context, kind, form, onStep) => {
      const spec = { kind, timeoutMs: OPERATION_TIMEOUT_MS, ...form };
      const measurements = await runBatch(context, spec, onStep);
      return { series: [{ title: series, measurements }], note: null };
    },
  };
  const page = (context: PageContext) => ({
    runBatch: (spec: BatchSpec) => runBatch(context, spec),
  });
  return { page, operation };
}

export type BatchPage = ReturnType<ReturnType<typeof batchPage>['page']>;

import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '../labels.ts';
import { measure } from '../page/measure.ts';
import { pickCoValues } from '../page/pick-covalues.ts';
import type { PageContext } from '../port/page-context.ts';

/** Held: an unread response that nobody holds is collected, and its transfer cancelled. */
const unread: Response[] = [];

export const page = ({ list, ready }: PageContext) => ({
  /** Asks for a file and reads nothing of it. */
  stall: async (user: number, timeoutMs: number): Promise<Measurement> => {
    const [id] = pickCoValues(list, 'binary', user, 1);
    const intendedAtMs = performance.now();
    const intent = { label: LABELS.stall, user, index: 0, intendedAtMs, clockZeroMs: 0, timeoutMs };
    return measure(intent, async () => {
      unread.push(await fetch(`/covalues/${id}/file`, { cache: 'no-store' }));
      // The resource entry comes with the end of the body; the page came over the same connection.
      const protocol = Promise.resolve(ready.protocol);
      return { value: null, bytes: 0, endedAtMs: performance.now(), protocol };
    });
  },
});

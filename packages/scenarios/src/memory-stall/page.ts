import { pathOf } from '@holbench/protocol/endpoints';
import type { Measurement } from '@holbench/results/sample';
import { measure } from '../page/measure.ts';
import type { PageContext } from '../port/page-context.ts';

/** Held, because an unreferenced response is collected, and its transfer cancelled. */
const unread: Response[] = [];

export const page = ({ list, ready }: PageContext) => ({
  /** Asks for a file and reads nothing of it. */
  stall: async (user: number, timeoutMs: number): Promise<Measurement> => {
    // As raw clients do: a different file for every user while there are enough.
    const files = list.filter(({ file }) => file);
    const id = files[user % files.length]?.id;
    if (id === undefined) throw new RangeError('the server has no files');
    const intendedAtMs = performance.now();
    const intent = { label: 'stall', user, index: 0, intendedAtMs, clockZeroMs: 0, timeoutMs };
    return measure(intent, async (signal) => {
      const path = pathOf('loadFile', { id });
      const response = await fetch(path, { cache: 'no-store', signal });
      if (!response.ok || !response.body) throw new Error(`no file: status ${response.status}`);
      unread.push(response);
      // The resource entry would come at the end of the body; the page used the same connection.
      const protocol = Promise.resolve(ready.protocol);
      return { value: null, bytes: 0, endedAtMs: performance.now(), protocol };
    });
  },
});

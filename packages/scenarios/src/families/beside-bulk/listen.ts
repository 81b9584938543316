import { watchedCoValue } from '../../page/watched-covalue.ts';
import type { PageContext } from '../../port/page-context.ts';

/** Of a browser that has no connection or stream free, no server confirms a subscription. */
const CONFIRM_MS = 3_000;

/**
 * Subscribes to so many CoValues, none of which anybody mutates. They end with the page.
 * @returns how many the server has confirmed by then.
 */
export async function listenTo({ transport, list }: PageContext, count: number): Promise<number> {
  const watched = watchedCoValue(list);
  const others = list.filter(({ id }) => id !== watched).slice(0, count);
  if (others.length < count) throw new RangeError(`the server has ${list.length} CoValues`);
  let confirmed = 0;
  const all = others.map(async ({ id }) => {
    const { failed } = await transport.subscribe(id, () => {}, new AbortController().signal);
    confirmed += 1;
    failed.catch(() => {});
  });
  const limit = new Promise((resolve) => setTimeout(resolve, CONFIRM_MS));
  await Promise.race([Promise.allSettled(all), limit]);
  return confirmed;
}

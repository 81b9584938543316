import type { Tools } from '../tools.ts';

/** Last day of each line's security fixes: github.com/nodejs/Release, schedule.json. */
const LAST_DAYS: Readonly<Record<string, string>> = {
  18: '2025-04-30',
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

/**
 * Says so where the servers' Node gets no security fixes any more, with the reason and the remedy.
 * @param today as "2026-11-25".
 */
export function nodeSupportAdvice(
  { serverNode, uws }: Pick<Tools, 'serverNode' | 'uws'>,
  today = new Date().toISOString().slice(0, 10),
): string[] {
  const line = String(Number.parseInt(serverNode.version));
  const lastDay = LAST_DAYS[line];
  if (lastDay === undefined || today <= lastDay) return [];
  const notNewer = uws.loads ? uws.notNewer : null;
  const [reason, remedy] =
    notNewer === null
      ? ['it is the Node that was given', 'set HOLBENCH_SERVER_NODE to a newer one']
      : [
          `uWebSockets.js does not load in a newer one (${notNewer})`,
          'use a system with a newer C library, such as Debian 13 or Ubuntu 24.04, and let only clients that you trust reach these servers',
        ];
  return [
    `the servers run on Node ${serverNode.version}, without security fixes since ${lastDay}: ${reason}; ${remedy}`,
  ];
}

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
 * @param version of Node.js, such as "20.20.2".
 * @param day such as "2026-11-25".
 * @returns the last day on which its line got security fixes; null where it still does on `day`, or is not known.
 */
export function withoutFixesSince(version: string, day: string): string | null {
  const lastDay = LAST_DAYS[Number.parseInt(version)];
  return lastDay === undefined || day <= lastDay ? null : lastDay;
}

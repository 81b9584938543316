import type { OverviewRow } from '../../../src/race/race.ts';

/** What the rows of a place say, in three sentences at most; the shortest delay comes first. Empty where they say nothing. */
export function summaryText(rows: readonly OverviewRow[]): string {
  const known = rows.filter(({ delayMs }) => delayMs !== null);
  const shipped = known.filter(({ settings }) => settings === '');
  const [least, most] = [shipped[0], shipped.at(-1)];
  if (least === undefined || most === undefined || least === most) return '';
  const lower = shipped.flatMap((own) => {
    const best = bestOf(known, own);
    return best === own ? [] : [`${own.variant} ${shortDelay(best)} instead of ${shortDelay(own)}`];
  });
  return [
    `As shipped, a small message waits least with ${least.title} (${shortDelay(least)} longer), and most with ${most.title} (${shortDelay(most)} longer).`,
    ...lostText(shipped),
    ...(lower.length === 0 ? [] : [`With the best of the settings: ${lower.join('; ')}.`]),
  ].join(' ');
}

/** Nothing where no parts were recorded. */
function lostText(shipped: readonly OverviewRow[]): string[] {
  const lost = shipped.flatMap(({ lostMs }) => lostMs ?? []);
  if (lost.length === 0) return [];
  return [
    `Waiting for lost packets is at most ${Math.max(...lost).toFixed(0)} ms of it (mean over rounds).`,
  ];
}

/** Of each variant the row as shipped, and the one with the shortest delay. */
export function mainRows(rows: readonly OverviewRow[]): ReadonlySet<OverviewRow> {
  const shipped = rows.filter(({ settings }) => settings === '');
  return new Set([...shipped, ...shipped.map((own) => bestOf(rows, own))]);
}

function bestOf(rows: readonly OverviewRow[], own: OverviewRow): OverviewRow {
  const delay = ({ delayMs }: OverviewRow) => delayMs ?? Infinity;
  return rows
    .filter(({ variant }) => variant === own.variant)
    .reduce((best, each) => (delay(each) < delay(best) ? each : best), own);
}

/** Without its interval. */
function shortDelay({ delay }: OverviewRow): string {
  return delay.replace(/ \([^)]*rounds?\)$/, '');
}

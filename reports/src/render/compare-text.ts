import { ratioText } from '../model/beside-best.ts';
import type { Comparison } from '../model/compare.ts';
import { ENOUGH_ROUNDS } from '../model/enough-rounds.ts';
import { formatInterval, plural } from '../model/format.ts';
import type { Report } from '../model/report.ts';
import type { Compared, NotShown } from '../model/table.ts';

/** For the terminal: `Compared with RUN: 412 figures: 3 higher, …`; null without another run. */
export function comparedLine({ comparison }: Report): string | null {
  return comparison && `Compared with ${comparison.other}: ${countsText(comparison)}.`;
}

/** `412 figures: 3 higher, 5 lower, 404 no difference shown (300 overlap, …)`. */
export function countsText({ counts }: Comparison): string {
  const { compared, higher, lower, notShown, why, valueHere, valueThere } = counts;
  const reasons = REASONS.filter(({ reason }) => why[reason] > 0).map(
    ({ reason, text }) => `${why[reason]} ${text}`,
  );
  const because = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
  const more = [
    { count: why['no interval'], text: 'counts, extremes and the like without intervals' },
    { count: why['not a median'], text: 'not medians (p95, p99, means), which are not judged' },
    { count: why['not comparable'], text: 'not comparable' },
    { count: valueHere, text: 'with a value in this run only' },
    { count: valueThere, text: 'with one in the other only' },
  ].filter(({ count }) => count > 0);
  return [
    `${plural(compared, 'figure')}: ${higher} higher, ${lower} lower, ${notShown} no difference shown${because}`,
    ...(more.length === 0
      ? []
      : [`besides ${more.map(({ count, text }) => `${count} ${text}`).join(', ')}`]),
  ].join('; ');
}

const REASONS: readonly { readonly reason: NotShown; readonly text: string }[] = [
  { reason: 'overlap', text: 'whose intervals overlap' },
  { reason: 'within tolerance', text: 'no further apart than a link may be off' },
  { reason: 'too few rounds', text: `with fewer than ${ENOUGH_ROUNDS} rounds` },
];

/** How a difference is judged, and how many chance alone would make. */
export function ruleText({ counts: { judged, byChance } }: Comparison): string {
  const rule = `“Higher” and “lower” are this run’s against the other’s, and are said of medians whose 95 % intervals over ${ENOUGH_ROUNDS} or more rounds are apart, and which differ by more than a certified link may be off its configuration: latencies by 1 ms and 5 %, anything else by 5 %. p95, p99 and means are not judged: their intervals come apart by chance too often. Rounds are not paired: each run has links of its own.`;
  if (judged === 0) return rule;
  const chance = byChance < 1 ? 'less than one' : `about ${Math.round(byChance)}`;
  return `${rule} Were nothing different, chance would still set ${chance} of the ${plural(judged, 'figure')} with so many rounds apart, before the tolerance leaves out the small ones.`;
}

/** `other run: 93.4 (× 1.02)`: the ratio is this run’s ÷ the other’s. */
export function comparedText(compared: Compared): string {
  const ratio = comparedRatio(compared);
  return `other run: ${compared.text}${ratio === '' ? '' : ` (${ratio})`}`;
}

/** Nothing where the two are the same. A figure of a table that says so may stand in another one, too. */
export function comparedRatio({ ratio, why }: Compared): string {
  if (why === 'not comparable') return why;
  if (ratio === null || ratio === 1) return '';
  // The sign stays with its number.
  return ratioText(ratio).replace(' ', '\u00A0');
}

/** `93.4 (95 %: 92.1 – 95.0)` */
export function valueText({
  text,
  interval,
  remark,
}: Pick<Compared, 'text' | 'interval' | 'remark'>): string {
  const range = interval === null ? '' : ` (95 %: ${formatInterval(interval)})`;
  return `${text}${range}${remark === '' ? '' : `, ${remark}`}`;
}

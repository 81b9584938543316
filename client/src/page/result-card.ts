import type { PayloadKind } from '@holbench/results/sample';
import { element } from './element.ts';
import { formatBytes, formatDuration, significant } from './format.ts';
import type { OperationResult, Series } from '@holbench/scenarios/port/operation';
import type { PageOperation } from './scenario-pages.ts';
import { summarise } from './series-summary.ts';

/** The result of one operation: figures for each series. */
export function resultCard(
  { scenario, title }: PageOperation,
  kind: PayloadKind,
  { series, note }: OperationResult,
): HTMLElement {
  const heading = element('h3', {}, element('span', {}, scenario), `${title}, ${kind}`);
  const card = element('article', {}, heading, ...series.map(seriesFigure));
  if (note) card.append(element('p', { class: 'note' }, note));
  return card;
}

/** The result as text for the live region. */
export function spokenResult({ series }: OperationResult): string {
  return series
    .map(({ title, measurements }) => {
      const { durations, failed } = summarise(measurements);
      const median = durations
        ? `median ${formatDuration(durations.medianMs)}`
        : 'no operation succeeded';
      return `${title}: ${median}${failed > 0 ? `, ${failed} failed` : ''}.`;
    })
    .join(' ');
}

function seriesFigure({ title, measurements }: Series): HTMLElement {
  return element(
    'figure',
    {},
    element('figcaption', {}, title),
    element('dl', { class: 'facts' }, ...figures(measurements)),
    ...failures(measurements),
  );
}

function figures(measurements: Series['measurements']): HTMLElement[] {
  const { operations, failed, durations, makespanMs, ratePerSecond, ...rest } =
    summarise(measurements);
  const { bytes, goodputMBps, protocols } = rest;
  const rows: [string, string, string?][] = [];
  if (operations === 1 && durations) rows.push(['Duration', formatDuration(durations.medianMs)]);
  if (operations > 1) {
    rows.push(['Makespan', makespanMs === null ? '–' : formatDuration(makespanMs)]);
    if (durations) {
      rows.push(['Min', formatDuration(durations.minMs)]);
      rows.push(['Median', formatDuration(durations.medianMs)]);
      rows.push(['Max', formatDuration(durations.maxMs)]);
    }
    rows.push(['Rate', ratePerSecond === null ? '–' : `${significant(ratePerSecond)}/s`]);
  }
  rows.push(['Payload', formatBytes(bytes)]);
  rows.push(['Goodput', goodputMBps === null ? '–' : `${significant(goodputMBps)} MB/s`]);
  rows.push(['Protocol', protocols.join(', ') || '–', protocols.length === 1 ? 'good' : 'bad']);
  rows.push(['Failed', `${failed} of ${operations}`, failed > 0 ? 'bad' : '']);
  return rows.map(([term, text, mood = '']) =>
    element('div', {}, element('dt', {}, term), element('dd', { class: mood }, text)),
  );
}

/** Each reason once, with its count. */
function failures(measurements: Series['measurements']): HTMLElement[] {
  const reasons = new Map<string, number>();
  for (const { outcome } of measurements) {
    if (outcome.status !== 'failed') continue;
    const reason = `${outcome.code}: ${outcome.reason}`;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return [...reasons].map(([reason, count]) =>
    element('p', { class: 'bad' }, `${count} × ${reason}`),
  );
}

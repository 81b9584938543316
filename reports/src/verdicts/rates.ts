import { scenariosOf } from '@holbench/scenarios/registry';
import type { Sentence } from '../document/block.ts';
import { withUnit } from '../document/figure-text.ts';
import { type Figure, keyOf, type Place } from '../figures/figure.ts';
import type { Report } from '../report.ts';
import { findingSentences } from './findings.ts';
import { figurePart, listing } from './sentences.ts';

const OPERATION = 'load';
/** Below it the lab's clients load clearly less than another program. */
export const LEAST_CHECK = 0.9;

/** The places of the closed loops over a network, texts first. */
export function ratePlaces({ relation }: Pick<Report, 'relation'>, network: string): Place[] {
  const ids = scenariosOf('rates').map(({ id }) => id);
  return relation.placesOver(network, ({ scenario }) => ids.includes(scenario));
}

/** Who loads most by 64 clients, with the CPU that a load costs, and who could do more than is shown. */
export function rateSentences(report: Report, network: string): Sentence[] {
  const { relation } = report;
  const all = ratePlaces(report, network).flatMap((place) => relation.at(place));
  const figures = all
    .filter(({ metric, series, arm, value }) => {
      return metric.id === 'rate-64' && series === OPERATION && arm === '' && value !== null;
    })
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const rivals = figures.filter(({ ranked, survivors }) => ranked && !survivors);
  return [
    ...findingSentences({ figures }),
    ...cpuSentence(report, [...new Set([...rivals.slice(0, 1), ...rivals.slice(-1)])]),
    ...hiddenSentence(all),
  ];
}

/** What the operations of these rates cost. */
function cpuSentence({ relation }: Report, rates: readonly Figure[]): Sentence[] {
  const cpu = rates.flatMap((rate) => relation.find({ ...keyOf(rate), metric: 'cpu-64' }) ?? []);
  const known = cpu.filter(({ value }) => value !== null);
  return listing('CPU of server and proxy per load: ', known);
}

function hiddenSentence(figures: readonly Figure[]): Sentence[] {
  const ratios = figures.filter(
    ({ metric, arm, value }) =>
      metric.id.startsWith('check-ratio-') && arm === '' && value !== null && value < LEAST_CHECK,
  );
  return listing('The lab’s clients load less than another program: ', ratios, (figure) => [
    `${figure.variant.id} `,
    figurePart(figure, withUnit(figure)),
    ` (${figure.metric.title})`,
  ]);
}

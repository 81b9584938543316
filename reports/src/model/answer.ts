import type { FinishedCell } from '@holbench/results/run-reader';
import { isShaped } from '@holbench/results/is-shaped';
import { isBesideBulk, scenariosOf } from '@holbench/scenarios/registry';
import type { Variant } from '@holbench/variants/registry';
import { allRank } from './all-rank.ts';
import { answerSentence } from './answer-sentence.ts';
import { type HolbFigures, holbFigures } from './holb-figures.ts';
import { linkText } from './link-text.ts';
import { type ArmSelection, selectArms } from './published-table.ts';
import { networkOf, type ReportData } from './report-data.ts';
import type { Sentence } from './sentence.ts';

/** What one network says of the question that the lab is there for. */
export interface Answer {
  readonly network: string;
  /** One of those beside a bulk transfer. */
  readonly scenario: string;
  /** The network in a few words. */
  readonly link: string;
  readonly sentence: Sentence;
}

const BESIDE_BULK = scenariosOf('beside-bulk').map(({ id }) => id);

export const NOTHING_TO_ANSWER = `Nothing in this run says who waits for whom: it has no small messages beside a big transfer. Measure them with: pnpm bench --scenarios ${BESIDE_BULK.join()}`;

/** A variant, or an arm of it, and how long its small messages wait. */
export interface Contender {
  readonly variant: Variant;
  /** '' for the run's own settings. */
  readonly arm: string;
  readonly cell: string;
  readonly figures: HolbFigures;
  /** False: in one round or more the client was the bottleneck. */
  readonly ranked: boolean;
}

/** A variant, or an arm of it, that was run and has nothing to say. */
export interface LeftOut extends Pick<Contender, 'variant' | 'arm'> {
  readonly why: string;
  readonly cell: string;
}

/** The first screen: of each network, the shaped ones first; empty where nothing ran beside a bulk. */
export function answers(data: ReportData): Answer[] {
  const { networks, config } = data.manifest;
  const scenarios = config.scenarios.filter(isBesideBulk);
  return networks
    .toSorted((a, b) => Number(isShaped(b.profile)) - Number(isShaped(a.profile)))
    .flatMap(({ profile }) => scenarios.flatMap((scenario) => answer(data, profile.id, scenario)));
}

function answer(data: ReportData, network: string, scenario: string): Answer[] {
  const arms = selectArms({ data, network, scenario, kind: 'text' });
  const found = arms.flatMap(contender);
  const left = arms.flatMap(leftOut);
  if (found.length === 0 && left.length === 0) return [];
  return [
    {
      network,
      scenario,
      link: linkText(networkOf(data, network).profile),
      sentence: answerSentence(found, scenario, left),
    },
  ];
}

function contender({ variant, arm, selected }: ArmSelection): Contender[] {
  return selected.state === 'ok' ? [{ variant, arm, ...measured(selected.rounds) }] : [];
}

function leftOut({ variant, arm, selected }: ArmSelection): LeftOut[] {
  const { state } = selected;
  if (state === 'ok' || state === 'not-run') return [];
  // One that has no cell here is among the unsupported of the conditions.
  return selected.cell === null ? [] : [{ variant, arm, why: state, cell: selected.cell }];
}

function measured(rounds: readonly FinishedCell[]) {
  return {
    cell: rounds[0]?.cell.cell ?? '',
    figures: holbFigures(rounds, 'load'),
    ranked: allRank(rounds),
  };
}

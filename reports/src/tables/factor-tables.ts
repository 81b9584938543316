import { namesIn } from '@holbench/results/block';
import { sharesLosses } from '@holbench/results/run-network';
import type { Decision } from '@holbench/stats/decide';
import { BESIDE } from '@holbench/scenarios/headline';
import { isBesideBulk } from '@holbench/scenarios/registry';
import type { TableBlock, TableCell } from '../document/block.ts';
import { figureCell } from '../document/figure-cell.ts';
import { idText } from '../document/id-text.ts';
import { against, COMPARED_BY, sweptNetworks } from '../figures/baseline.ts';
import { decideDelay } from '../figures/decisions.ts';
import { type Figure, type FigureKey, keyOf, keyText, type Place } from '../figures/figure.ts';
import { armKey, headerOf } from '../figures/selections.ts';
import { unitOf } from '../figures/pairs.ts';
import type { Report } from '../report.ts';
import { networkOf } from '../runs/report-data.ts';
import { cautionNotes } from './caution-notes.ts';
import { placeName, scenarioText } from '../document/place-name.ts';

/** What is shown, and compared. */
const COMPARED = [BESIDE.during, BESIDE.delay, BESIDE.goodput] as const;

const COLUMNS = [
  'during the transfer (ms)',
  'during ÷ baseline',
  'added wait (ms)',
  'added − baseline (ms)',
  'goodput (Mbit/s)',
  'goodput ÷ baseline',
  'connections',
] as const;

export const MISSING: TableCell = { text: ['–'], value: null };

/**
 * What factors do to small messages and to the bulk beside them: every arm against the run’s own
 * factors, then the networks of a sweep against the first of them.
 */
export function factorTables(report: Report): TableBlock[] {
  const { data, relation } = report;
  const { networks } = data.manifest;
  const scenarios = namesIn(data.manifest, 'scenarios').filter(isBesideBulk);
  const places = relation.places.filter(({ scenario }) => scenarios.includes(scenario));
  const families = sweptNetworks(data.manifest);
  return [
    ...places.map((place) => armsTable(report, place, networks.length > 1)),
    ...families.flatMap((members) =>
      scenarios.map((scenario) => networksTable(report, scenario, members, families.length > 1)),
    ),
  ].filter(({ rows }) => rows.length > 0);
}

function armsTable(report: Report, place: Place, several: boolean): TableBlock {
  const { network, scenario } = place;
  const delays = delaysAt(report, place);
  const arms = delays.filter(({ variant }) =>
    delays.some((each) => each.variant === variant && each.arm !== ''),
  );
  const shared = sharesLosses(networkOf(report.data, network))
    ? 'a seed and its losses'
    : 'a seed, but not its losses (its emulator cannot seed them)';
  return comparedTable(report, {
    id: `table-factors-${scenario}${several ? `-${idText(network)}` : ''}`,
    title: `Factors in ${several ? placeName(place) : scenarioText(scenario)}`,
    rows: arms.map((delay) => ({
      header: `${headerOf(delay)}${delay.arm === '' ? ', run’s own' : ''}`,
      delay,
      baseline: { arm: '' },
    })),
    notes: [
      ['Baseline: the same variant with the run’s own factors.'],
      [pairedNote(unitOf(delays.flatMap(({ points }) => points)), shared)],
    ],
  });
}

function networksTable(
  report: Report,
  scenario: string,
  members: readonly string[],
  several: boolean,
): TableBlock {
  const [first = ''] = members;
  const delays = members.flatMap((network) =>
    delaysAt(report, { network, scenario, kind: 'text' }),
  );
  const byRow = [...Map.groupBy(delays, armKey).values()].flat();
  return comparedTable(report, {
    id: `table-factors-networks-${scenario}${several ? `-${idText(first)}` : ''}`,
    title: `Networks of the sweep in ${scenarioText(scenario)}`,
    rows: byRow.map((delay) => ({
      header: `${headerOf(delay)}, ${delay.network}`,
      delay,
      baseline: { network: first },
    })),
    notes: [
      [`Baseline: the same variant and factors over the first of these networks, ${first}.`],
      [
        'Connections of two networks share no losses: ÷ and − are of their averages, with Welch’s intervals.',
      ],
    ],
  });
}

/** What a transfer adds to a message, of what was run: it has a cell, or a reason. */
export function delaysAt({ relation }: Report, place: Place): Figure[] {
  return relation
    .at(place)
    .filter(
      ({ metric, state, cells }) =>
        metric.id === BESIDE.delay && (state !== 'not-run' || cells.length > 0),
    );
}

export function pairedNote(unit: 'round' | 'connection', shared: string): string {
  const how =
    unit === 'round'
      ? 'Shown is the median of these rounds, with its interval from six rounds on.'
      : 'Shown is the ratio, or the difference, of the averages over these, with its interval from three on.';
  return `÷ and − compare the ${unit}s that both rows have, which share ${shared}. ${how} ≥ and ≤: bounds, as messages were given up. Method: docs/reference/statistics.md.`;
}

interface ComparedRow {
  readonly header: string;
  readonly group?: string;
  readonly delay: Figure;
  /** In what the figures differ that these are compared with. */
  readonly baseline: Partial<FigureKey>;
}

/** Rows by their delays, each beside its baseline. */
export function comparedTable(
  report: Report,
  {
    rows,
    notes = [],
    ...table
  }: Pick<TableBlock, 'id' | 'title' | 'notes'> & { readonly rows: readonly ComparedRow[] },
): TableBlock {
  const { relation } = report;
  const figuresOf = (delay: Figure) =>
    COMPARED.map((metric) => relation.find({ ...keyOf(delay), metric }));
  const shown = rows.flatMap(({ delay }) => figuresOf(delay).flatMap((figure) => figure ?? []));
  return {
    block: 'table',
    ...table,
    header: ['Server, factors', ...COLUMNS],
    rows: rows.map(({ header, delay, baseline, ...row }) => {
      const isBaseline = keyText({ ...keyOf(delay), ...baseline }) === keyText(keyOf(delay));
      const cells = figuresOf(delay).flatMap((figure): TableCell[] => [
        figure === null ? MISSING : figureCell(figure, report),
        isBaseline ? { text: ['baseline'], value: null } : comparedCell(report, figure, baseline),
      ]);
      return { ...row, cells: [{ text: [header] }, ...cells, roundsCell(delay)] };
    }),
    notes: [...notes, ...cautionNotes(shown)],
  };
}

/** The verdict on a delay against that of a baseline. */
export const VERDICTS: Readonly<Record<Decision, string>> = {
  higher: 'more',
  lower: 'less',
  equivalent: 'equivalent',
  undecided: 'undecided',
  'too few': '',
};

/** A figure against that of a baseline. */
export function comparedCell(
  report: Report,
  figure: Figure | null,
  baseline: Partial<FigureKey>,
): TableCell {
  const how = figure === null ? undefined : COMPARED_BY[figure.metric.id];
  if (figure === null || how === undefined) return MISSING;
  const compared = against(figure, report.relation.find({ ...keyOf(figure), ...baseline }), how);
  const verdict = how === 'difference' ? VERDICTS[decideDelay(compared)] : '';
  const unknown = figure.value === null ? '' : compared.why;
  return figureCell(compared, report, { remark: compared.value === null ? unknown : verdict });
}

/** How many rounds a row rests on. */
export function roundsCell({ rounds, value, cells: [cell] }: Figure): TableCell {
  if (value === null) return MISSING;
  const text = String(rounds);
  return { text: [cell === undefined ? text : { text, cell }], value: rounds };
}

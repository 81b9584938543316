import { formatFactors } from '@holbench/factors/values';
import { cellCommand } from '../../evidence/bench-command.ts';
import { linkPackets } from '../../evidence/link-packets.ts';
import { realNetworkLine } from '../../evidence/real-network.ts';
import { readingLine } from '../../evidence/networks.ts';
import type { Figure } from '../../figures/figure.ts';
import { metricsAt } from '../../figures/relation.ts';
import type { SectionOf } from '../../report.ts';
import { cellState, figureOf, type ReportData, roundOf } from '../../runs/report-data.ts';
import { cellAnchor } from '../anchors.ts';
import { type Block, type CardFact, listed, type Inline, type TableBlock } from '../block.ts';
import { plural } from '../format.ts';
import { idText } from '../id-text.ts';
import { byRound, headlineFigures } from './figures-by-round.ts';
import { protocolCounts } from './protocol-proof.ts';

type CellRow = ReturnType<typeof cellRows>[number];

/** Every cell in a table, and a card of each: samples, proof, conditions, and how to repeat it. */
export const cellsSection: SectionOf = ({ data, relation }) => {
  const rows = cellRows(data);
  const headline = headlineFigures(relation);
  const excluded = rows.filter(({ state }) => state !== 'valid');
  const about =
    'A cell is one variant, network, scenario and kind in one round, with its own server and browser processes. A number leads to its first round. The card of that cell leads to the others, and has the numbers of all rounds for the figures of the first screen. The command also runs the rounds before, because each round is seeded by its number.';
  const list: Block = {
    block: 'list',
    items: excluded.map((row) => [{ text: row.cell, anchor: row.anchor }, ': ', ...stateText(row)]),
  };
  const cards = rows.map((row): Block => {
    const { anchor, cell } = row;
    return { block: 'card', anchor, title: cell, facts: cardFacts(row, headline.get(cell) ?? []) };
  });
  return {
    id: 'all-cells',
    title: 'Cells',
    blocks: [
      { block: 'prose', text: [about] },
      ...(excluded.length === 0 ? [] : [list]),
      ...cards,
      cellsTable(rows),
    ],
  };
};

/** All that is known of each cell. */
export function cellRows(data: ReportData) {
  const { cells } = data;
  const rounds = Map.groupBy(cells, figureOf);
  return cells.map((finished) => {
    const { cell, samples } = finished;
    return {
      ...cell,
      anchor: cellAnchor(cell.cell),
      /** Of the same figures. */
      otherRounds: (rounds.get(figureOf(finished)) ?? [])
        .filter((other) => other !== finished)
        .map(({ cell: { cell: id, round } }) => ({ text: `${round}`, anchor: cellAnchor(id) })),
      state: cellState(cell),
      samples: samples.length,
      failed: samples.filter(({ outcome }) => outcome.status === 'failed').length,
      /** With the figure that says so; '' where nothing could be told. */
      limitingParty: cell.limiter?.why ?? '',
      /** The network as measured around the cell; empty where it was not. */
      readings: (['before', 'after'] as const).flatMap((when) => {
        const reading = cell.certificate?.[when]?.readings.at(-1);
        const found = cell.found?.[when];
        if (found) return [`${when}, real network: ${realNetworkLine(found)}`];
        return reading ? [`${when}: ${readingLine(reading)}`] : [];
      }),
      packets: linkPackets(cell),
      /** What limits its figures. */
      cautions: cautionsOf(data, finished),
      command: cellCommand(data, cell),
    };
  });
}

/** What limits the figures of a cell, with its own numbers. */
function cautionsOf(
  data: Pick<ReportData, 'manifest'>,
  finished: ReportData['cells'][number],
): string[] {
  const { cell } = finished;
  const round = roundOf(data, finished);
  const all = metricsAt(data, cell).flatMap(({ cautions }) => cautions?.(round) ?? []);
  return [...new Map(all.map(({ id, here }) => [id, here])).values()];
}

function cardFacts(row: CellRow, figures: readonly Figure[]): CardFact[] {
  const { protocol, samples, failed, otherRounds, network, readings, packets, cautions } = row;
  const { expected, client, server, priorities } = protocol;
  const seen = `the page saw ${protocolCounts(client)}, the server ${protocolCounts(server)}`;
  const text = failed === 0 ? `${samples}` : `${samples}, ${failed} of them failed`;
  const measured = `; ${readings.join('; ') || 'not measured'}`;
  return [
    ['State', stateText(row)],
    ...(cautions.length === 0 ? [] : [['Cautions', [cautions.join('; ')]] as const]),
    ...(figures.length === 0 ? [] : [['By round', byRound(figures, row.cell)] as const]),
    ['Samples', { samplesOf: row.cell, text }],
    ['Protocol', [`${expected} expected; ${seen}`]],
    ...(Object.keys(priorities).length === 0
      ? []
      : [['Priorities asked for', [prioritiesText(priorities)]] as const]),
    ['Limiting party', [row.limitingParty || 'not recorded']],
    ['Network', [{ text: network, anchor: `network-${idText(network)}` }, measured]],
    ...(packets.length === 0 ? [] : [['Packets', [packets.join('. ')]] as const]),
    ['Seed', [`${row.seed}`]],
    ...(row.sideBySide > 1 ? [['Side by side', [`${row.sideBySide} cells`]] as const] : []),
    [
      'Other rounds',
      otherRounds.length === 0 ? ['none'] : listed(otherRounds.map((each) => [each])),
    ],
    ['Run it again', [{ text: row.command, style: 'code' }]],
  ];
}

/** `urgency 0 in 6 requests; urgency 1, incremental, in 193`. */
function prioritiesText(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries
    .map(([asked, count], index) => {
      const number = index === 0 ? plural(count, 'request') : `${count}`;
      return `${priorityText(asked)} in ${number}`;
    })
    .join('; ');
}

/** RFC 9218: urgencies go from 0, the most urgent, to 7; without one it is 3. Clients choose the header: others stand as sent. */
function priorityText(asked: string): string {
  const found = /^(?:u=(?<urgency>[0-7])(?:, ?(?<both>i))?|(?<alone>i))$/.exec(asked)?.groups;
  if (found === undefined) return asked;
  const { urgency = '3', both, alone } = found;
  return `urgency ${urgency}${(both ?? alone) === undefined ? '' : ', incremental,'}`;
}

/** Coloured, with its reasons. */
function stateText({ state, reasons }: CellRow): Inline[] {
  const style = state === 'valid' ? 'good' : 'bad';
  return [{ text: state, style }, ...(reasons.length === 0 ? [] : [`: ${reasons.join('; ')}`])];
}

function cellsTable(rows: readonly CellRow[]): TableBlock {
  return {
    block: 'table',
    id: 'cells',
    title: '',
    look: 'text',
    header: ['Cell', 'State', 'Samples', 'Failed', 'Seed', 'Limiting party'],
    inMarkdown: false,
    rows: rows.map((row) => ({
      cells: [
        { text: [{ text: row.cell, anchor: row.anchor }] },
        { text: stateText(row) },
        ...[row.samples, row.failed, row.seed].map((value) => ({ text: [`${value}`], value })),
        { text: [row.limitingParty] },
      ],
    })),
    records: rows.map(({ cell, state, seed, samples, failed, arm, command, ...row }) => ({
      cell,
      state,
      reasons: row.reasons.join('; '),
      cautions: row.cautions.join('; '),
      expected: row.protocol.expected,
      client: JSON.stringify(row.protocol.client),
      server: JSON.stringify(row.protocol.server),
      priorities: JSON.stringify(row.protocol.priorities),
      seed,
      samples,
      failed,
      bottleneck: row.limitingParty,
      network: row.readings.join('; '),
      packets: row.packets.join('. '),
      arm,
      // As the command line spells them.
      ...Object.fromEntries(formatFactors(row.factors).map(({ flag, value }) => [flag, value])),
      command,
    })),
  };
}

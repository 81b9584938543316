import { formatFactors } from '@holbench/factors/values';
import { cellCommand } from '../../evidence/bench-command.ts';
import { linkPackets } from '../../evidence/link-packets.ts';
import { realNetworkLine } from '../../evidence/real-network.ts';
import { readingLine } from '../../evidence/networks.ts';
import { connectionRows } from '../../figures/connection-rows.ts';
import { metricsAt } from '../../figures/relation.ts';
import type { SectionOf } from '../../report.ts';
import { cellState, figureOf, type ReportData, roundOf } from '../../runs/report-data.ts';
import { cellAnchor } from '../anchors.ts';
import {
  type Block,
  type CardFact,
  type Inline,
  listed,
  plainText,
  type TableBlock,
} from '../block.ts';
import { formatNumber } from '../format.ts';
import { idText } from '../id-text.ts';
import { textTable } from '../text-table.ts';
import { protocolCounts } from './protocol-proof.ts';

type CellRow = ReturnType<typeof cellRows>[number];

/** Every cell in a table, and a card of each: samples, proof, conditions, and how to repeat it. */
export const cellsSection: SectionOf = ({ data }) => {
  const rows = cellRows(data);
  const about =
    'A cell is one variant, network, scenario and kind in one round, with its own server and browser processes. A number leads to its first round. The card of that cell leads to the others, and has the numbers of its connections. The command also runs the rounds before, because each round is seeded by its number.';
  const cards = rows.map((row): Block => {
    const { anchor, cell } = row;
    return { block: 'card', anchor, title: cell, facts: cardFacts(row) };
  });
  return {
    id: 'all-cells',
    title: 'Cells',
    blocks: [{ block: 'prose', text: [about] }, ...cards, cellsTable(rows)],
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
      packets: linkPackets(cell, finished.connections),
      connections: connectionRows(data, finished),
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

function cardFacts(row: CellRow): readonly CardFact[] {
  const { protocol, samples, failed, otherRounds, network, readings, sideBySide } = row;
  const { expected, client, server, priorities } = protocol;
  const seen = `the page saw ${protocolCounts(client)}, the server ${protocolCounts(server)}`;
  const text = failed === 0 ? `${samples}` : `${samples}, ${failed} of them failed`;
  const measured = `; ${readings.join('; ') || 'not measured'}`;
  // As they were sent: RFC 9218.
  const asked = Object.entries(priorities).map(([header, count]) => `${header} × ${count}`);
  const facts: CardFact[] = [
    ['State', stateText(row)],
    ['Cautions', [row.cautions.join('; ')]],
    ...(row.connections.length === 0
      ? []
      : ([['Connections', { table: connectionTable(row) }]] as const)),
    ['Samples', { samplesOf: row.cell, text }],
    ['Protocol', [`${expected} expected; ${seen}`]],
    ['Priorities asked for', [asked.toSorted().join('; ')]],
    ['Limiting party', [row.limitingParty || 'not recorded']],
    ['Network', [{ text: network, anchor: `network-${idText(network)}` }, measured]],
    ['Packets', [row.connections.length === 0 ? row.packets.join('. ') : '']],
    ['Seed', [`${row.seed}`]],
    ['Side by side', [sideBySide > 1 ? `${sideBySide} cells` : '']],
    [
      'Other rounds',
      otherRounds.length === 0 ? ['none'] : listed(otherRounds.map((each) => [each])),
    ],
    ['Run it again', [{ text: row.command, style: 'code' }]],
  ];
  return facts.filter(
    ([, said]) => 'samplesOf' in said || 'table' in said || plainText(said) !== '',
  );
}

/** A line for each connection. */
function connectionTable({ anchor, connections }: CellRow): TableBlock {
  return textTable({
    id: `connections-${anchor}`,
    look: 'prose',
    header: [
      'Connection',
      'First loss',
      'Packets of the transfer’s direction',
      'Goodput',
      'Median wait',
      'Limiting party',
      'Counts',
    ],
    rows: connections.map(({ connection, stratum, strata, quantile, ...row }) => [
      `${connection}`,
      stratum === null
        ? 'not drawn'
        : `stratum ${stratum + 1} of ${strata}, quantile ${quantile?.toFixed(3)}`,
      row.packets,
      row.goodput_mbps === null ? '–' : `${formatNumber(row.goodput_mbps)} Mbit/s`,
      row.wait_ms === null ? '–' : `${row.censored ? '≥ ' : ''}${formatNumber(row.wait_ms)} ms`,
      row.limiting_party || 'not recorded',
      row.valid ? 'yes' : row.reasons,
    ]),
  });
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

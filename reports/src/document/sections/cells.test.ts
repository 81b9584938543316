import { expect, test } from 'vitest';
import { blocksOf, dataWith, reportOf, RUN, tableIn } from '../../../fixtures/evidence-report.ts';
import { plainText } from '../block.ts';
import { excludedCellsSection } from './excluded-cells.ts';
import { mergeRuns } from '../../runs/merge-runs.ts';
import { cellRows, cellsSection } from './cells.ts';

const report = reportOf(mergeRuns([RUN]));
const section = cellsSection(report);
const blocks = blocksOf(section ?? { blocks: [] });

test('a cell names the command that runs it again', () => {
  const [cell] = cellRows(dataWith({}));
  expect(cell?.command).toBe(
    'pnpm bench --again made-up --cell reference-4g/caddy-http3/1a-binary/0',
  );
});

test('every cell has a card, and the card everything that is known of it', () => {
  const cards = blocks.flatMap((block) => (block.block === 'card' ? [block] : []));
  expect(cards).toHaveLength(RUN.cells.length);
  const card = cards.find(({ anchor }) => anchor === 'cell-reference-4g/caddy-http3/1a-binary/0');
  const facts = card?.facts.map(([term, text]) => [
    term,
    'samplesOf' in text || 'table' in text ? text : plainText(text),
  ]);
  expect(facts).toEqual([
    ['State', 'invalid: 1 of 10 operations used h2 instead of h3'],
    ['Samples', { samplesOf: 'reference-4g/caddy-http3/1a-binary/0', text: '10' }],
    ['Protocol', 'h3 expected; the page saw h2 × 1, h3 × 9, the server HTTP/3.0 × 10'],
    ['Priorities asked for', 'u=1, i × 10'],
    ['Limiting party', 'none: nothing at its limit in the busy time (2.0 s)'],
    [
      'Network',
      'reference-4g; before: RTT 100.4 ms, down 19.9 Mbit/s, up 9.95 Mbit/s; after: RTT 100.4 ms, down 20.0 Mbit/s, up 10.0 Mbit/s',
    ],
    ['Seed', '1000'],
    ['Other rounds', '1'],
    ['Run it again', expect.stringMatching(/^pnpm bench --again made-up --cell /)],
  ]);
});

test('a card has the priorities of requests as they were sent', () => {
  const [first] = RUN.cells;
  if (first === undefined) throw new Error('a run without cells');
  const priorities = { 'u=0': 6, 'u=0, i': 6, 'u=1, i': 193, i: 1, 'u=9, i': 2 };
  const { cell } = first;
  const changed = { ...first, cell: { ...cell, protocol: { ...cell.protocol, priorities } } };
  const own = blocksOf(cellsSection(reportOf(dataWith({}, [changed]))) ?? { blocks: [] });
  const facts = own.flatMap((block) => (block.block === 'card' ? block.facts : []));
  const [, text] = facts.find(([term]) => term === 'Priorities asked for') ?? [];
  expect(text).toEqual(['i × 1; u=0 × 6; u=0, i × 6; u=1, i × 193; u=9, i × 2']);
});

test('a card names what limits the figures of its cell', () => {
  const made = RUN.cells.find(({ cell }) => cell.scenario === 'download');
  if (made === undefined) throw new Error('a run without downloads');
  const { cell, ...rest } = made;
  const facts = (protocol: Partial<typeof cell.protocol>) => {
    const seen = { ...rest, cell: { ...cell, protocol: { ...cell.protocol, ...protocol } } };
    const own = blocksOf(cellsSection(reportOf(dataWith({}, [seen]))) ?? { blocks: [] });
    return own.flatMap((block) =>
      block.block === 'card'
        ? block.facts.filter(([term]) => term === 'Cautions').map(([, text]) => text)
        : [],
    );
  };
  expect(facts({ server: {} })).toEqual([
    ['the page alone saw its protocol, as the server’s count is not known'],
  ]);
  expect(facts({})).toEqual([]);
});

test('the file has a line per cell, with every factor', () => {
  const table = tableIn(section, 'cells');
  expect(table.inMarkdown).toBe(false);
  expect(table.records).toHaveLength(RUN.cells.length);
  const keys = Object.keys(table.records?.[0] ?? {});
  expect(keys.slice(0, 16).join()).toBe(
    'cell,state,reasons,cautions,expected,client,server,priorities,seed,samples,failed,bottleneck,network,packets,arm,tcp-cc',
  );
  expect(keys.at(-1)).toBe('command');
});

test('every link of a cell leads somewhere, and no anchor is there twice', () => {
  const anchors = blocks.flatMap((block) => (block.block === 'card' ? [block.anchor] : []));
  expect(new Set(anchors).size).toBe(anchors.length);
  const excluded = excludedCellsSection(report);
  const { rows, records } = tableIn(excluded, 'excluded');
  const links = rows.flatMap(({ cells: [first] }) =>
    (first?.text ?? []).flatMap((part) => (typeof part === 'string' ? [] : [part.anchor])),
  );
  expect(links).toHaveLength(7);
  expect(links.filter((link) => !anchors.includes(link ?? ''))).toEqual([]);
  // The file also has what is in the closed table.
  expect(records).toHaveLength(9);
  expect(tableIn(excluded, 'excluded-client-limited').records).toBeUndefined();
});

test('where nothing but client-limited cells is excluded, their table is the file’s', () => {
  const cells = RUN.cells.filter(({ cell }) => cell.cell === 'reference-4g/uws-ws/1a-text/0');
  const excluded = excludedCellsSection(
    reportOf(dataWith({ plannedCells: 1, unsupported: [] }, cells)),
  );
  expect(excluded?.title).toBe('Excluded cells');
  expect(excluded?.blocks.map(({ block }) => block)).toEqual(['prose', 'details']);
  expect(excluded?.blocks[0]).toMatchObject({
    text: ['Excluded: all 1 cell count; 1 client-limited: included, not ranked.'],
  });
  expect(tableIn(excluded, 'excluded').records).toHaveLength(1);
});

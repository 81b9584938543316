import { readRun } from '@holbench/results/run-reader';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Relation } from '../../figures/relation.ts';
import type { Report } from '../../report.ts';
import { mergeRuns } from '../../runs/merge-runs.ts';
import { plainText } from '../block.ts';
import { answerSection } from './answer.ts';
import { otherScenariosSection } from './other-scenarios.ts';

const RUN = await readRun(join(import.meta.dirname, '../../../fixtures/run'));
const plot = (id: string) => ({
  id,
  network: '',
  topic: '',
  title: '',
  alt: '',
  note: id,
  svg: '',
});

function reportOf(plots: readonly string[], run = RUN): Report {
  const data = mergeRuns([run]);
  const generator = { commit: null, dirty: false };
  return { data, relation: Relation.of(data), comparison: null, plots: plots.map(plot), generator };
}

test('one picture is beside the sentences, and the table below these', () => {
  const [first] = answerSection(reportOf(['holb-download-load-reference-4g']))?.blocks ?? [];
  if (first?.block !== 'beside') throw new Error('other blocks');
  expect(first.left.slice(0, 2)).toMatchObject([{ block: 'prose' }, { block: 'list' }]);
  expect(first.right).toMatchObject([
    { block: 'plots', plots: [{ id: 'holb-download-load-reference-4g' }] },
    { block: 'prose' },
  ]);
  expect(first.under).toMatchObject([{ block: 'table', id: 'answer' }]);
});

test('sentences, then the pictures of the first scenario, then the table', () => {
  const ids = [
    'holb-download-load-reference-4g',
    'holb-upload-load-reference-4g',
    'holb-download-load-reference-4g+loss=2_pct',
    'time-reference-4g',
  ];
  const blocks = answerSection(reportOf(ids))?.blocks ?? [];
  const [place, list] = blocks;
  const table = blocks.at(-1);
  if (place?.block !== 'prose' || list?.block !== 'list' || table?.block !== 'table') {
    throw new Error('other blocks');
  }
  expect(plainText(place.text)).toMatch(
    /^Network reference-4g \(20 Mbit\/s down, .*\), beside a download \(scenario download\):$/,
  );
  expect(list.items.length).toBeGreaterThan(2);
  expect(plainText(list.items[0] ?? [])).toMatch(
    /^The wait from sharing the connection is largest with node-http2 .* With node-http2, the median message /,
  );
  expect(blocks.slice(-3, -1)).toMatchObject([
    { block: 'plots', role: 'row', plots: [{ id: ids[0] }, { id: ids[2] }] },
    { block: 'prose', role: 'note', text: [ids[0]] },
  ]);
  const row = table.rows.find(({ cells }) => plainText(cells[0]?.text ?? []) === 'A3 node-http2');
  expect(row?.group).toBe(
    'Network reference-4g, beside a download (scenario download), 6 rounds, 120 messages a row',
  );
  expect(row?.cells.map(({ text }) => plainText(text))).toEqual([
    'A3 node-http2',
    '1,610',
    '1,741',
    '138.3',
    '109.4',
    '15.9',
    '8.96',
  ]);
  expect(row?.cells[2]?.lines?.map(plainText)).toEqual(['1,638–1,834', '24 of 120 unanswered']);
});

const notesOf = (report: Report): string => {
  const table = answerSection(report)?.blocks.at(-1);
  return ((table?.block === 'table' && table.notes) || []).map(plainText).join(' ');
};

test('the notes state levels, what too few rounds are worth, and the tolerance', () => {
  const notes = notesOf(reportOf([]));
  expect(notes).toContain('all 4 rounds, whose range holds the true median in 87.5 % of cases');
  expect(notes).toContain('its 96.9 % interval over 6 rounds');
  expect(notes).toMatch(/Equivalent to no delay: it lies inside ± tolerance\. Else undecided\. †/);
  expect(notes).toMatch(/at least 1 ms \(here 6\.\d\d to 7\.\d\d ms\)/);
  expect(notes).toContain('Two values: rounds in two groups');
  expect(notes).not.toContain('Rounds were added');
});

test('those of a run that ended when it was precise enough say what that costs', () => {
  const { manifest } = RUN;
  const blocks = manifest.blocks.map((block) => ({ ...block, precision: 0.1 }));
  const notes = notesOf(reportOf([], { ...RUN, manifest: { ...manifest, blocks } }));
  expect(notes).toContain('its 96 % interval over 6 rounds');
  expect(notes).toContain('depended on how narrow the intervals were, so no level is above 96 %.');
});

test('a run without messages beside a transfer says how to measure them', () => {
  const cells = RUN.cells.filter(({ cell }) => cell.scenario === '1a');
  const section = answerSection(reportOf([], { ...RUN, cells }));
  expect(section?.blocks).toMatchObject([{ block: 'prose', role: 'warning' }]);
});

test('each other measure of a network has its sentences and its picture', () => {
  const all = otherScenariosSection(
    reportOf(['measure-1a-text-reference-4g', 'measure-1a-text-ideal']),
  );
  const [, over] = all?.blocks ?? [];
  if (over?.block !== 'section') throw new Error('no network');
  const [list, plots] = over.section.blocks;
  if (list?.block !== 'list') throw new Error('other blocks');
  expect(plainText(list.items[0] ?? [])).toBe(
    'load 10 text CoValues at once (1a): Not ranked, client-limited: uws-ws 41.3 ms. Of the others, lowest 40.2 ms (node-ws), highest 41.1 ms (node-http1): too few rounds to compare (2; 6 needed).',
  );
  expect(plots).toMatchObject({ block: 'plots', plots: [{ id: 'measure-1a-text-reference-4g' }] });
});

import { RunFolderError } from '@holbench/results/run-folder-error';
import { expect, test } from 'vitest';
import type { Said } from './answer/answer-blocks.ts';
import { failureLines, type Summary, terminalSummary } from './report-summary.ts';

const SAID: Said = {
  network: 'reference-4g',
  scenario: 'download',
  title: 'Small messages beside a download · reference-4g',
  headline: 'HTTP/3 is best.',
  reasons: ['It has no queue.'],
  certainty: '8 rounds.',
  isMeasured: true,
  header: ['server', 'alone'],
  rows: [
    ['HTTP/3, Caddy', '0.11 s'],
    ['WebSocket', '0.10 s'],
  ],
  remarks: ['', 'client-limited'],
};

const many = (count: number): Said[] =>
  Array.from({ length: count }, (_, index) => ({ ...SAID, headline: `Answer ${index}.` }));

const SUMMARY: Summary = {
  runs: ['run-1', 'run-2'],
  counts: '12 cells, all valid.',
  warnings: [],
  answers: [SAID],
  others: many(1),
  remedy: null,
  compared: null,
  comparedFigures: null,
};

test('the first screen comes first, aligned, then the headline of another scenario', () => {
  expect(terminalSummary(SUMMARY)).toEqual([
    'holbench report run-1, run-2',
    '12 cells, all valid.',
    '',
    'Small messages beside a download · reference-4g',
    'HTTP/3 is best.',
    'It has no queue.',
    '  server          alone',
    '  HTTP/3, Caddy   0.11 s',
    '  WebSocket       0.10 s   client-limited',
    '8 rounds.',
    '',
    'Small messages beside a download · reference-4g: Answer 0.',
  ]);
});

test('warnings are counted, and of other scenarios a few headlines are shown', () => {
  const warnings = ['no emulated network', 'torn last line', 'other machines'];
  const compared = 'Compared with other: none.';
  const lines = terminalSummary({ ...SUMMARY, warnings, compared, others: many(20) });
  expect(lines[2]).toBe('Warning: no emulated network (and 2 more in the report)');
  expect(lines[3]).toBe(compared);
  expect(lines.at(-1)).toBe('The report has 17 more such answers.');
});

test('where there is no answer, what would give one', () => {
  const none = { ...SUMMARY, answers: [], others: [], remedy: 'Measure them.' };
  expect(terminalSummary(none).slice(2)).toEqual(['Measure them.']);
});

test('what is wrong with a run or a disk is said as it is', () => {
  expect(failureLines(new RunFolderError('no run'), false)).toEqual(['holbench: no run']);
  const full = Object.assign(new Error('ENOSPC: no space left'), { syscall: 'write' });
  expect(failureLines(full, true)).toEqual([
    'holbench: ENOSPC: no space left: name another folder with --out',
  ]);
});

test('a defect of the report is one line, and its stack only where it was asked for', () => {
  const defect = new RangeError('Invalid\n array\u001b[31m length');
  const line =
    'holbench: this run cannot be reported (Invalid array [31m length): please report it with the run folder';
  expect(failureLines(defect, false)).toEqual([line]);
  expect(failureLines('text', false)[0]).toContain('(text)');
  expect(failureLines(defect, true)).toEqual([line, defect.stack]);
});

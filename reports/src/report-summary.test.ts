import { RunFolderError } from '@holbench/results/run-folder-error';
import { expect, test } from 'vitest';
import { failureLines, type Said, type Summary, terminalSummary } from './report-summary.ts';

const SUMMARY: Summary = {
  runs: ['run-1', 'run-2'],
  demo: false,
  counts: '12 cells: 12 valid, 0 invalid, 0 failed, 0 unsupported.',
  warnings: [],
  answers: [{ network: 'reference-4g', about: 'download', text: 'HTTP/3 adds 45 ms.' }],
  tables: [],
  waits: [],
  remedy: null,
  findings: [
    { network: 'reference-4g', about: 'load 100 texts at once (1a)', text: 'No difference.' },
  ],
  claims: '1 supported, 0 contradicted, 1 inconclusive, 2 not tested in this run',
  compared: null,
  agreement: null,
};

const many = (count: number): Said[] =>
  Array.from({ length: count }, (_, index) => ({
    network: 'reference-4g',
    about: `1${index}`,
    text: 'a',
  }));

test('the answer comes first, then findings and claims', () => {
  expect(terminalSummary(SUMMARY)).toEqual([
    'holbench report run-1, run-2',
    '12 cells: 12 valid, 0 invalid, 0 failed, 0 unsupported.',
    'Scenario download over network reference-4g: HTTP/3 adds 45 ms.',
    'Load 100 texts at once (1a) over network reference-4g: No difference.',
    'Claims: 1 supported, 0 contradicted, 1 inconclusive, 2 not tested in this run.',
  ]);
});

test('with the path it is ten lines at most, and says how much it leaves out', () => {
  const warnings = ['no emulated network', 'torn last line', 'other machines'];
  const compared = 'Compared with other: figures: 0 higher; 0 lower.';
  const lines = terminalSummary({ ...SUMMARY, warnings, compared, findings: many(20) });
  expect(lines).toHaveLength(9);
  expect(lines[2]).toBe('Warning: no emulated network (and 2 more in the report)');
  expect(lines[3]).toBe('Scenario download over network reference-4g: HTTP/3 adds 45 ms.');
  expect(lines.at(-3)).toBe('and 18 more findings in the report');
  expect(lines.at(-1)).toBe(compared);
});

test('exactly as many as there is room for are all shown', () => {
  const lines = terminalSummary({ ...SUMMARY, findings: many(5) });
  expect(lines).toHaveLength(9);
  expect(lines.join('\n')).not.toContain('more findings');
});

test('where nothing answers the question, it says what would', () => {
  const lines = terminalSummary({ ...SUMMARY, answers: [], remedy: 'Measure them.' });
  expect(lines[2]).toBe('Measure them.');
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

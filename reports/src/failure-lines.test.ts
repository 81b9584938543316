import { RunFolderError } from '@holbench/results/run-folder-error';
import { expect, test } from 'vitest';
import { failureLines } from './failure-lines.ts';

test('what is wrong with a run or a disk is said as it is', () => {
  expect(failureLines(new RunFolderError('no run'), false)).toEqual(['holbench: no run']);
  const full = Object.assign(new Error('ENOSPC: no space left'), { syscall: 'write' });
  expect(failureLines(full, true)).toEqual(['holbench: ENOSPC: no space left']);
});

test('a defect of the report is one line, and its stack only where it was asked for', () => {
  const defect = new RangeError('Invalid\n array\u001b[31m length');
  const line =
    'holbench: this run cannot be reported (Invalid array [31m length): please report it with the run folder';
  expect(failureLines(defect, false)).toEqual([line]);
  expect(failureLines('text', false)[0]).toContain('(text)');
  expect(failureLines(defect, true)).toEqual([line, defect.stack]);
});

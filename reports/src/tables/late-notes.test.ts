import { LATEST_IDLE_MS, LATEST_LOADED_MS } from '@holbench/scenarios/schedule-metrics';
import { expect, test } from 'vitest';
import { madeFigure } from '../../fixtures/made-figure.ts';
import { lateNotes } from './late-notes.ts';

const p99 = (phase: string, value: number | null, changes = {}) =>
  madeFigure({ metric: `late-${phase}-p99`, value, ...changes });

test('names each variant and phase above the limit of its phase', () => {
  const notes = lateNotes([
    p99('alone', 3.2),
    p99('same', 60),
    p99('same', 40, { arm: 'http2-write=16k' }),
    p99('alone', 1.5, { variant: 'uws-ws' }),
  ]);
  expect(notes).toEqual([
    [
      'Messages were sent late, which their latencies include: node-ws (alone lateness p99 3.20 ms, same lateness p99 60.0 ms); node-ws with http2-write=16k (same lateness p99 40.0 ms); uws-ws (alone lateness p99 1.50 ms). The page or the machine was busy.',
    ],
  ]);
});

test('says nothing of a page that was on time, of another percentile, or of what is unknown', () => {
  const onTime = [p99('alone', LATEST_IDLE_MS), p99('other', LATEST_LOADED_MS), p99('same', null)];
  const other = [
    madeFigure({ metric: 'late-alone-max', value: 90 }),
    madeFigure({ metric: 'late-alone-p50', value: 90 }),
    madeFigure({ metric: 'load-alone-p50', value: 90 }),
  ];
  expect(lateNotes([...onTime, ...other])).toEqual([]);
});

import { LATEST_IDLE_MS, LATEST_LOADED_MS } from '@holbench/scenarios/schedule-metrics';
import { expect, test } from 'vitest';
import { madeFigure } from '../../fixtures/made-figure.ts';
import { lateNotes } from './late-notes.ts';

const p95 = (phase: string, value: number | null, changes = {}) =>
  madeFigure({ metric: `late-${phase}-p95`, value, ...changes });

test('names each variant and phase above the limit of its phase', () => {
  const notes = lateNotes([
    p95('alone', 3.2),
    p95('same', 60),
    p95('same', 40, { arm: 'http2-write=16k' }),
    p95('alone', 1.5, { variant: 'uws-ws' }),
  ]);
  expect(notes).toEqual([
    [
      'Messages were sent late, which their latencies include: node-ws (alone lateness p95 3.20 ms, same lateness p95 60.0 ms); node-ws with http2-write=16k (same lateness p95 40.0 ms); uws-ws (alone lateness p95 1.50 ms). The page or the machine was busy.',
    ],
  ]);
});

test('says nothing of a page that was on time, of another percentile, or of what is unknown', () => {
  const onTime = [p95('alone', LATEST_IDLE_MS), p95('same', LATEST_LOADED_MS), p95('same', null)];
  const other = [
    madeFigure({ metric: 'late-alone-max', value: 90 }),
    madeFigure({ metric: 'late-alone-p50', value: 90 }),
    madeFigure({ metric: 'load-alone', value: 90 }),
  ];
  expect(lateNotes([...onTime, ...other])).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { noneBackend } from '../backends/none.ts';
import { emulatorLimit, limitOf } from './emulator-limit.ts';
import { type LimitStep, readStep } from './limit-step.ts';

function step(mbps: number, changes: Partial<LimitStep> = {}): LimitStep {
  return {
    rateKbps: mbps * 1000,
    offeredKbps: mbps * 950,
    lost: 0,
    addedMs: mbps / 1000,
    ...changes,
  };
}

describe('the limit of a series', () => {
  test('is the last rate that was held', () => {
    expect(limitOf([step(100), step(400), step(800, { lost: 1 })])).toMatchObject({
      rateKbps: 400_000,
      stoppedBy: 'loss',
      addedMs: 0.1,
    });
  });
  test('may be that of delay, or of the measurement', () => {
    expect(limitOf([step(800), step(1600)])).toMatchObject({
      rateKbps: 800_000,
      stoppedBy: 'delay',
    });
    expect(limitOf([step(800), step(1600, { offeredKbps: 900_000 })]).stoppedBy).toBe(
      'measurement',
    );
  });
  test('may lie beyond it, or below', () => {
    expect(limitOf([step(100)])).toMatchObject({
      rateKbps: 100_000,
      stoppedBy: 'end of the series',
    });
    expect(limitOf([step(10, { lost: 10, addedMs: null })])).toMatchObject({
      rateKbps: null,
      stoppedBy: 'loss',
      addedMs: null,
    });
  });
});

test('a step reads what was offered, lost and added', () => {
  // 1500 bytes per ms are 12 Mbit/s; at 24 Mbit/s each takes 0.5 ms, then 10 ms of delay.
  const seen = { sentUs: [0, 1000, 2000], arrived: [0, 2], arrivedUs: [10_500, 13_000] };
  expect(readStep(seen, 24_000)).toEqual({
    rateKbps: 24_000,
    offeredKbps: 12_000,
    lost: 1,
    addedMs: 0.5,
  });
});

test('a cable has no limit to measure', async () => {
  await expect(emulatorLimit(noneBackend)).rejects.toThrow('emulates nothing');
});

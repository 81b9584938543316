import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EventLoopMeter } from './event-loop-meter.ts';

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a meter that never began says nothing', () => {
  expect(new EventLoopMeter().read()).toBeNull();
});

test('a blocked loop is late by as much, and busy for its share of the time', async () => {
  const meter = new EventLoopMeter();
  block(100);
  meter.begin();
  await delay(150);
  block(150);
  await delay(20);
  const used = meter.read();
  expect(used?.delayMaxMs).toBeGreaterThan(120);
  expect(used?.delayP99Ms).toBeGreaterThan(120);
  // 150 of 320 ms, and nothing of what was before.
  expect(used?.utilization).toBeGreaterThan(0.3);
  expect(used?.utilization).toBeLessThan(0.7);
});

test('an idle loop is hardly busy', async () => {
  const meter = new EventLoopMeter();
  meter.begin();
  await delay(300);
  expect(meter.read()?.utilization).toBeLessThan(0.3);
});

import { expect, test } from 'vitest';
import { parseMachineCpu } from './machine-cpu.ts';
import { parseDevice } from '@holbench/netem/topology/device-counters';
import { type Step, Timeline } from './timeline.ts';

const step = (share: number, changes: Partial<Step> = {}): Step => ({
  measuring: 1,
  cores: new Map([['server', share]]),
  busiestThread: new Map([['server', share]]),
  machine: share,
  wireKbps: { down: share * 1_000, up: 0 },
  ...changes,
});

test('each step is kept, and a group that came later has done nothing before', () => {
  const timeline = new Timeline(250);
  timeline.add(step(0.251));
  timeline.add(step(0.5, { cores: new Map([['browser', 1.234]]) }));
  expect(timeline.toJSON()).toEqual({
    intervalMs: 250,
    measuring: [1, 1],
    cores: { server: [0.25, 0], browser: [0, 1.23] },
    busiestThread: { server: [0.25, 0.5], browser: [0, 0] },
    machine: [0.25, 0.5],
    wireKbps: { down: [251, 500], up: [0, 0] },
  });
});

test('a long cell has longer steps, not more', () => {
  const timeline = new Timeline(250);
  for (let index = 0; index < 1_000; index += 1) timeline.add(step(index % 2));
  const { intervalMs, machine, wireKbps } = timeline.toJSON();
  expect(intervalMs).toBe(2_000);
  expect(machine).toEqual(Array.from({ length: 125 }, () => 0.5));
  expect(new Set(wireKbps?.down)).toEqual(new Set([500]));
});

test('the largest timeline leaves a line below 20 KB', () => {
  const timeline = new Timeline(250);
  const groups = new Map(['server', 'proxy', 'browser', 'emulator'].map((name) => [name, 0.77]));
  const wireKbps = { down: 123_456, up: 123_456 };
  for (let index = 0; index < 239; index += 1) {
    timeline.add(step(0.77, { cores: groups, busiestThread: groups, wireKbps }));
  }
  expect(JSON.stringify(timeline).length).toBeLessThan(18_000);
});

test('without a network of its own there is no wire', () => {
  const timeline = new Timeline(250);
  timeline.add(step(1, { wireKbps: null }));
  expect(timeline.toJSON().wireKbps).toBeNull();
});

test('a device counts frames, the lab IP packets', () => {
  const text = [
    'Inter-|   Receive                |  Transmit',
    ' face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs',
    '    lo:     900       9    0    0    0     0          0         0      900       9    0',
    '   hb0:  15140      10    0    0    0     0          0         0      540      10    0',
  ].join('\n');
  expect(parseDevice(text)).toEqual({
    receivedBytes: 15_000,
    receivedPackets: 10,
    sentBytes: 400,
    sentPackets: 10,
  });
  expect(() => parseDevice('lo: 1 2')).toThrow('no device hb0');
});

test('a machine is busy with all but idling and waiting for its disks', () => {
  // user nice system idle iowait irq softirq steal guest guest_nice
  expect(parseMachineCpu('cpu  10 1 20 100 50 2 3 4 7 0\ncpu0 1')).toEqual({
    busy: 40,
    total: 190,
  });
});

import { expect, test } from 'vitest';
import { otherWork, otherWorkWarning } from './other-work.ts';

/** A cell of four steps on two cores, of which only the last two were measured. */
function cell(machine: readonly number[], cores: Record<string, number[]> = {}) {
  const timeline = {
    intervalMs: 250,
    measuring: [0, 0, 1, 1],
    cores,
    busiestThread: {},
    machine: [...machine],
    wireKbps: null,
  };
  const rest = { seconds: 1, processes: [], eventLoop: null, wire: null, tcp: null, udp: null };
  return {
    connections: 3,
    sideBySide: 1,
    resources: { ...rest, machine: { cores: 2, busyShare: 0 }, recorderCpuSeconds: 0, timeline },
  };
}

test('what neither the cell nor its siblings used, while it was measured', () => {
  const own = { server: [0, 0, 0.2, 0.2], siblings: [0, 0, 0.4, 0.4] };
  expect(otherWork(cell([1, 1, 0.5, 0.7], own))).toBeCloseTo(0.3);
});

test('shares of a step that the clock rounded are not negative', () => {
  expect(otherWork(cell([0, 0, 0.1, 0.3], { server: [0, 0, 0.4, 0.2] }))).toBeCloseTo(0.1);
});

test('nothing is known without a timeline, or of a cell that never measured', () => {
  expect(otherWork({ resources: null })).toBeNull();
  const { resources } = cell([1, 1, 1, 1]);
  const timeline = { ...resources.timeline, measuring: [0, 0, 0, 0] };
  expect(otherWork({ resources: { ...resources, timeline } })).toBeNull();
});

test('one disturbed cell of many is no warning, one in ten is', () => {
  const quiet = cell([0, 0, 0.05, 0.05]);
  const busy = cell([0, 0, 0.4, 0.6]);
  const cells = (count: number) => [busy, ...Array.from({ length: count }, () => quiet)];
  expect(otherWorkWarning(cells(10))).toBeNull();
  expect(otherWorkWarning(cells(9))).toBe(
    'In 1 of 10 cells with a big transfer other programs used 10 % of the CPU or more: messages may have waited for the CPU.',
  );
  expect(otherWorkWarning([])).toBeNull();
  // Not asked: moments of work, in which the kernel's own is a larger share.
  expect(otherWorkWarning([{ ...busy, connections: 0 }])).toBeNull();
});

test('what the kernel does for cells side by side is no other work', () => {
  const cells = (sideBySide: number) => [{ ...cell([0, 0, 0.11, 0.11]), sideBySide }];
  expect(otherWorkWarning(cells(3))).toContain('In 1 of 1 cells');
  expect(otherWorkWarning(cells(6))).toBeNull();
});

test('the kernel’s work is a smaller share of more cores', () => {
  const two = { ...cell([0, 0, 0.11, 0.11]), sideBySide: 6 };
  const machine = { ...two.resources.machine, cores: 8 };
  expect(otherWorkWarning([{ ...two, resources: { ...two.resources, machine } }])).toContain(
    'In 1 of 1 cells',
  );
});

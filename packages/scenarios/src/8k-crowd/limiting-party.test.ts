import type { OperationWindow } from '@holbench/results/operation-window';
import type { ProcessGroup } from '@holbench/results/resources';
import { expect, test } from 'vitest';
import { limitingParty } from './limiting-party.ts';

type Busy = readonly (readonly [ProcessGroup, cores: number])[];

/** A window of 10 s in which groups kept so many cores busy. */
function windowWith(busy: Busy): OperationWindow {
  return {
    label: 'load',
    clients: 200,
    driver: 'browser',
    seconds: 10,
    operations: 2_000,
    failed: 0,
    failure: '',
    bytes: 0,
    durations: [],
    processes: busy.map(([group, cores]) => ({
      group,
      cpuSeconds: 10 * cores,
      rssBytes: 0,
      peakRssBytes: 0,
    })),
  };
}

const WITH: readonly (readonly [string | null, Busy])[] = [
  [
    'client',
    [
      ['server', 0.3],
      ['browser', 1.65],
    ],
  ],
  [
    'none',
    [
      ['server', 0.3],
      ['browser', 1.5],
    ],
  ],
  [
    'server',
    [
      ['server', 0.95],
      ['browser', 0.5],
    ],
  ],
  [
    'server',
    [
      ['server', 0.2],
      ['proxy', 0.91],
      ['browser', 0.5],
    ],
  ],
  [
    'server',
    [
      ['server', 0.6],
      ['proxy', 0.6],
      ['browser', 0.8],
    ],
  ],
  // What an emulator takes is nobody's, but fills the machine.
  [
    'client',
    [
      ['server', 0.2],
      ['browser', 0.8],
      ['emulator', 0.95],
    ],
  ],
  [null, []],
];

test.each(WITH)('the limit is %s with these cores in use of 2: %j', (party, busy) => {
  expect(limitingParty(windowWith(busy), 2)).toBe(party);
});

import type { Sample } from '@holbench/results/sample';
import type { MessagePath } from '@holbench/results/message-path';
import { profileNamed } from '@holbench/netem/profiles';
import { expect, test } from 'vitest';
import { sample } from '../../../../packages/results/fixtures/run-lines.ts';
import { addPaths, countPaths, loadsOf } from './phase-loads.ts';

const PROFILE = profileNamed('reference-4g');

function message(label: string, sentAtMs: number, outcome?: Sample['outcome']): Sample {
  return sample({ label, intendedAtMs: sentAtMs - 1, sentAtMs, ...(outcome && { outcome }) });
}

const FAILED = { status: 'failed', code: 'timeout', reason: '', afterMs: 20_000 } as const;
const PASSAGE = {
  accepted: null,
  sentMs: 20,
  resentMs: 20,
  arrivedMs: 25,
  inOrderMs: 25,
  inConnectionOrderMs: 25,
  packetBytes: 1_500,
};
const WAY: MessagePath = { request: null, handledMs: 10, answer: PASSAGE, inTheWay: null };

const SAME = { phase: 'same', connection: undefined } as const;

const SAMPLES = [
  message('bulk-same', 1),
  message('probe-same-load', 40),
  message('first-same-event', 20),
  message('first-same-load', 10),
  message('probe-alone-load', 30),
];

test('loads of a phase are in the order in which they were sent', () => {
  expect(loadsOf(SAMPLES, SAME)).toEqual([
    { index: 3, sent: { intendedAtMs: 9, sentAtMs: 10, durationMs: 1 } },
    { index: 1, sent: { intendedAtMs: 39, sentAtMs: 40, durationMs: 1 } },
  ]);
});

test('a load without an answer has no duration', () => {
  const [unanswered] = loadsOf([message('probe-same-load', 40, FAILED)], SAME);
  expect(unanswered?.sent.durationMs).toBeNull();
});

test('paths are put into the samples of loads', () => {
  const samples = [...SAMPLES];
  addPaths(samples, loadsOf(samples, SAME), [WAY, null]);
  expect(samples.map(({ way }) => way ?? null)).toEqual([null, null, null, WAY, null]);
});

test('answered loads count, and those that can be cut into parts', () => {
  const samples = [
    ...SAMPLES,
    { ...message('probe-same-load', 50), way: WAY },
    { ...message('probe-same-load', 60), way: { ...WAY, handledMs: null } },
    message('probe-same-load', 70, FAILED),
    { ...message('probe-other-load', 80), way: WAY },
  ];
  expect(countPaths(samples, PROFILE, 'download')).toEqual({ messages: 5, complete: 1 });
});

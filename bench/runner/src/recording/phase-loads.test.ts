import type { Sample } from '@holbench/results/sample';
import type { MessagePath } from '@holbench/results/message-path';
import { profileNamed } from '@holbench/netem/profiles';
import { expect, test } from 'vitest';
import { sample } from '../../../../packages/results/fixtures/run-lines.ts';
import { addPaths, countPaths, loadsOf } from './phase-loads.ts';

const PROFILE = profileNamed('reference-4g');

function message(label: string, sentAtMs: number, outcome?: Sample['outcome']): Sample {
  const times = { intendedAtMs: sentAtMs - 1, sentAtMs };
  return sample({ label, connection: 2, ...times, ...(outcome && { outcome }) });
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

const SECOND = { connection: 2 };

const SAMPLES = [
  message('bulk-same', 1),
  message('fresh-same-load', 40),
  message('fresh-same-event', 20),
  message('fresh-alone-load', 10),
  { ...message('fresh-same-load', 30), connection: 1 },
];

test('loads of a connection are in the order in which they were sent', () => {
  expect(loadsOf(SAMPLES, SECOND)).toEqual([
    { index: 3, sent: { intendedAtMs: 9, sentAtMs: 10, durationMs: 1 } },
    { index: 1, sent: { intendedAtMs: 39, sentAtMs: 40, durationMs: 1 } },
  ]);
});

test('a load without an answer has no duration', () => {
  const [unanswered] = loadsOf([message('fresh-same-load', 40, FAILED)], SECOND);
  expect(unanswered?.sent.durationMs).toBeNull();
});

test('paths are put into the samples of loads', () => {
  const samples = [...SAMPLES];
  addPaths(samples, loadsOf(samples, SECOND), [WAY, null]);
  expect(samples.map(({ way }) => way ?? null)).toEqual([null, null, null, WAY, null]);
});

test('answered loads count, and those that can be cut into parts', () => {
  const samples = [
    ...SAMPLES,
    { ...message('fresh-same-load', 50), way: WAY },
    { ...message('fresh-same-load', 60), way: { ...WAY, handledMs: null } },
    message('fresh-same-load', 70, FAILED),
    { ...message('fresh-other-load', 80), way: WAY },
  ];
  expect(countPaths(samples, PROFILE, 'download')).toEqual({ messages: 5, complete: 1 });
});

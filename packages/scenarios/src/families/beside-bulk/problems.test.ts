import { DEFAULT_FACTORS } from '@holbench/factors/values';
import { expect, test } from 'vitest';
import { sample } from '../../../../results/fixtures/run-lines.ts';
import { LABELS } from '../../labels.ts';
import { scenarioOf } from '../../registry.ts';
import { bulkProblems } from './problems.ts';

const over = (protocol: 'h2' | 'h3') =>
  sample({ outcome: { status: 'ok', durationMs: 1, bytes: 1, protocol } });
const failed = sample({ outcome: { status: 'failed', code: 'timeout', reason: 'x', afterMs: 9 } });

test('a bulk that broke makes its phase another than it is called', () => {
  const { outcome } = failed;
  const whole = { ...over('h3'), label: LABELS.bulk('same') };
  const broken = sample({ label: LABELS.bulk('same'), outcome });
  const probe = sample({ label: LABELS.probe('same', 'load'), outcome });
  expect(bulkProblems([whole, probe])).toEqual([]);
  expect(bulkProblems([whole, broken, broken])).toEqual(['bulk-same broke: timeout']);
});

test('requests that are in no sample make download another load; pages and files are no such', () => {
  const problems = (id: string, unsampled: number, bulkStreams = 1) =>
    scenarioOf(id).problems?.({
      samples: [over('h2'), over('h2')],
      variant: { transport: 'http' },
      served: 2 + unsampled,
      factors: { ...DEFAULT_FACTORS, bulkStreams },
      workload: { aloneSeconds: 4, transferSeconds: 10, deadlineSeconds: 20 },
    });
  expect(problems('download', 29)).toEqual([]);
  expect(problems('download', 62)).toEqual([]);
  expect(problems('download', 63)).toEqual([
    'the server answered 63 requests that are in no sample (pages and files: 62 at most): other traffic loaded the link',
  ]);
  expect(problems('download', 63, 2)).toEqual([]);
  // Each chunk of an upload is a request.
  expect(problems('upload', 500)).toEqual([]);
});

import { LABELS, type SetUpFrom } from '@holbench/scenarios/labels';
import type { FinishedCell } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { certifiedRtt } from '../../fixtures/made-up-networks.ts';
import { cell, manifest, sample } from '../../../packages/results/fixtures/run-lines.ts';
import { mergeRuns } from './merge-runs.ts';
import { setUpTable } from './set-up-table.ts';
import type { Figure, Table } from './table.ts';

type Durations = Partial<Record<SetUpFrom, readonly (readonly [number, number])[]>>;

/** A link whose round trip takes 100 ms. */
const CERTIFICATE = certifiedRtt(100);

const STARTS: readonly SetUpFrom[] = ['cold', 'resumed', '0rtt'];

/** One cell; of each user the first byte and the first message, in ms. */
function setUps(variant: string, durations: Durations, certificate = CERTIFICATE) {
  const base = { variant, scenario: '5h', cell: `ideal/${variant}/5h-text/0` };
  const samples = STARTS.flatMap((from) =>
    (durations[from] ?? []).flatMap((times) =>
      (['first-byte', 'first-message'] as const).map((until, index) =>
        sample({
          ...base,
          label: LABELS.setUp(from, until),
          outcome: { status: 'ok', durationMs: times[index] ?? 0, bytes: 0, protocol: 'h3' },
        }),
      ),
    ),
  );
  return { cell: cell({ ...base, certificate }), samples };
}

function tableOf(...cells: FinishedCell[]): Table {
  const run = { folder: 'test', manifest: manifest(), cells, warnings: [] };
  return setUpTable(mergeRuns([run]), 'ideal', { scenario: '5h', id: 'table-5h' });
}

/** The figures of the one variant that was run, by their column. */
function table(...parts: Parameters<typeof setUps>) {
  const built = tableOf(setUps(...parts));
  const row = built.rows.find(({ header }) => header.endsWith(parts[0]));
  return (column: string): Figure => {
    const found = row?.figures[built.columns.indexOf(column)];
    if (!found) throw new Error(`no figure ${column}`);
    return found;
  };
}

const COLD = [
  [210, 700],
  [205, 650],
  [230, 720],
] as const;

test('a new user’s set-up is in ms and in round trips', () => {
  const figure = table('caddy-http3', { cold: COLD });
  expect(figure('first byte p50 (ms)').value).toBe(210);
  expect(figure('first byte (RTT)').value).toBe(2.1);
  expect(figure('first message (RTT)').value).toBe(7);
  expect(figure('n').value).toBe(3);
});

test('returning users are apart, however their connection was resumed', () => {
  const figure = table('caddy-http3', {
    cold: COLD,
    '0rtt': [
      [106, 500],
      [108, 520],
    ],
    resumed: [[212, 610]],
  });
  expect(figure('first byte p50 (ms)').value).toBe(210);
  expect(figure('returning: first byte p50 (ms)').value).toBe(108);
  expect(figure('returning: first message (RTT)').value).toBe(5.2);
  expect(figure('returning: n').value).toBe(3);
  expect(figure('in 0-RTT')).toMatchObject({ value: 2 / 3, text: '66.7 %' });
});

test('nobody in 0-RTT is a share of 0; nobody returned is no figure', () => {
  const resumed = table('node-ws', { cold: COLD, resumed: [[310, 900]] });
  expect(resumed('in 0-RTT')).toMatchObject({ value: 0, state: 'ok' });
  const nobody = table('node-ws', { cold: COLD });
  for (const column of ['returning: first byte p50 (ms)', 'returning: n', 'in 0-RTT']) {
    expect(nobody(column)).toMatchObject({ state: 'not-run', value: null, text: '–' });
  }
});

test('without a measured round trip there is nothing to count in', () => {
  const figure = table('caddy-http3', { cold: COLD }, null);
  expect(figure('first byte p50 (ms)').value).toBe(210);
  expect(figure('first byte (RTT)')).toMatchObject({ state: 'not-run', text: '–' });
});

test('where most users never had it there is no number of round trips', () => {
  const { cell: known, samples } = setUps('caddy-http3', { cold: COLD });
  const failed = { status: 'failed', code: 'timeout', reason: 'late', afterMs: 30_000 } as const;
  const answered = 2;
  const built = tableOf({
    cell: known,
    samples: samples.map((each, index) => (index < answered ? each : { ...each, outcome: failed })),
  });
  const row = built.rows.find(({ header }) => header.endsWith('caddy-http3'));
  expect(row?.figures[built.columns.indexOf('first byte (RTT)')]).toMatchObject({
    state: 'failed',
    value: null,
  });
});

test('what HTTP/3 saves is said beside the TCP variants of the same round', () => {
  const quic = setUps('caddy-http3', { cold: [[210, 700]], '0rtt': [[106, 500]] });
  const tcp = [
    setUps('node-ws', { cold: [[310, 1_200]], resumed: [[300, 1_000]] }),
    setUps('node-http2', { cold: [[304, 800]], resumed: [[308, 800]] }),
  ];
  // 3.07 − 2.1 and 3.04 − 1.06.
  expect(tableOf(quic, ...tcp).notes.join('\n')).toMatch(
    /^Round trips by which .*: 0\.97 for a new user, 1\.98 for a returning one\.$/m,
  );
  expect(tableOf(quic).notes.join()).not.toContain('Round trips by which');
});

test('what HTTP/3 saves is paired in one run, also where runs number their rounds alike', () => {
  const run = (seed: number, quicMs: number, tcpMs: number) => {
    const both = [
      setUps('caddy-http3', { cold: [[quicMs, 2_000]] }),
      setUps('node-ws', { cold: [[tcpMs, 2_000]] }),
    ];
    const cells = both.map(({ cell: one, samples }) => ({ cell: { ...one, seed }, samples }));
    return { folder: 'test', manifest: manifest({ run: `run ${seed}` }), cells, warnings: [] };
  };
  // Each round saves 1, 2 and 1; the medians of all three are 2 apart.
  const data = mergeRuns([run(1, 210, 310), run(2, 210, 410), run(3, 900, 1_000)]);
  expect(setUpTable(data, 'ideal', { scenario: '5h', id: 'table-5h' }).notes.join('\n')).toMatch(
    /: 1\.00 \(95 %: 1\.00 – 2\.00\) for a new user\.$/m,
  );
});

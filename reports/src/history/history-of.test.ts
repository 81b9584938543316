import { variant as variantOf } from '@holbench/variants/registry';
import { GEOMETRIC_MEAN } from '@holbench/stats/average';
import { seededRandom } from '@holbench/stats/seeded-random';
import { expect, test } from 'vitest';
import { madeFigure, pointsOf as madePoints } from '../../fixtures/made-figure.ts';
import { averageOf } from '../figures/estimate.ts';
import { historySentences, waitText } from './history-blocks.ts';
import { isChange } from './history-point.ts';
import { plainText } from '../document/block.ts';
import { pointsOf } from './history-of.ts';

const random = seededRandom(1);
/** Waits of connections that differ by a few percent by themselves. */
const around = (ms: number) =>
  Array.from({ length: 10 }, () => ms * (1 + 0.0001 * (random.below(1_000) - 500)));

function line(
  ...waits: readonly (readonly [
    version: string,
    values: readonly number[],
    bounds?: readonly number[],
  ])[]
) {
  return pointsOf([
    waits.map(([version, values, bounds = []]) => {
      const made = madeFigure({ variant: 'node-http2', metric: 'load-during' });
      const points = madePoints(values, bounds);
      const estimated = averageOf(GEOMETRIC_MEAN)(points);
      const variant = variantOf('node-http2');
      const missing = { state: 'unsupported', why: 'it does not start', value: null } as const;
      const of = values.length === 0 ? { ...made, ...missing } : { ...made, ...estimated };
      return {
        program: 'node',
        version,
        released: null,
        figure: { ...of, points, variant },
        points: points.slice(0, quietOf(version)),
      } as const;
    }),
  ]).map((point) => ({ schema: 1 as const, settings: '', run: 'r', ...point }));
}

/** How many connections had no other work beside them. */
function quietOf(version: string): number {
  const [, company = ''] = version.split('-');
  return (
    new Map([
      ['busy', 0],
      ['half', 4],
      ['partly', 8],
    ]).get(company) ?? Infinity
  );
}

test('connections beside other work are left out, and the others compared', () => {
  const points = line(['26.0.0', around(600)], ['26.8.2-partly', around(330)]);
  expect(points[1]).toMatchObject({ change: 'lower', connections: 10 });
});

test('where too few connections are left that all have, the version with most other work goes', () => {
  const points = line(
    ['26.0.0', around(600)],
    ['26.1.0-half', around(600)],
    ['26.8.2-partly', around(330)],
  );
  expect(points.map(({ change }) => change)).toEqual(['first', 'disturbed', 'lower']);
});

test('cells that failed cost their version alone', () => {
  const [shared, few] = [around(600), around(600).slice(0, 4)];
  const points = line(['26.0.0-partly', shared], ['26.1.0', few], ['26.8.2', around(330)]);
  expect(points.map(({ change }) => change)).toEqual(['first', 'too few', 'lower']);
});

test('where messages were given up with both versions, their bounds say which waits longer', () => {
  const [few, most] = [around(50), around(50).map((ms, at) => (at === 0 ? ms : 20_000))];
  const points = line(
    ['1.0.0', few.with(0, 20_000), [0]],
    ['1.1.0', most, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  );
  expect(points[1]).toMatchObject({ change: 'higher', ratio: null, ratio_bound: '' });
});

test('each change has a sentence', () => {
  const points = line(['1.0.0', around(100)], ['1.1.0', around(200)], ['1.2.0', around(100)]);
  expect(historySentences(points).map(plainText)).toEqual([
    expect.stringMatching(/from Node 1\.1\.0 on/),
    expect.stringMatching(/from Node 1\.2\.0 on/),
  ]);
});

test('a version that waits differently is marked, and no other', () => {
  const points = line(
    ['26.0.0', around(600)],
    ['26.8.2', around(610)],
    ['26.9.0', around(330)],
    ['26.10.0', around(325)],
  );
  expect(points.map(({ change }) => change)).toEqual([
    'first',
    'none detected',
    'lower',
    'none detected',
  ]);
  const [, , changed] = points;
  expect(changed?.before).toBe('26.8.2');
  expect(changed?.ratio).toBeCloseTo(0.54, 1);
  expect(historySentences(points).map(plainText).join(' ')).toMatch(
    /^HTTP\/2 on Node, over reference-4g: from Node 26\.9\.0 on, a message beside a download waits 3\d\d ms instead of 6\d\d ms with 26\.8\.2\.$/,
  );
});

test('without a change it says what would have been seen', () => {
  const points = line(['20.1.0', around(300)], ['22.1.0', around(300)]);
  expect(historySentences(points).map(plainText).join(' ')).toMatch(
    /no change detected from Node 20\.1\.0 to 22\.1\.0; .* Only a change of \d+ % or more would have been seen\.$/,
  );
});

test('a version without a number has its reason, and the next is compared with the one before it', () => {
  const points = line(['1.0.0', around(100)], ['1.1.0', []], ['1.2.0', around(200)]);
  expect(points[1]).toMatchObject({ change: 'missing', why: 'it does not start', wait_ms: null });
  expect(points[2]).toMatchObject({ change: 'higher', before: '1.0.0' });
});

test('messages that were given up are a bound', () => {
  const given = Array.from({ length: 10 }, () => 20_000);
  const points = line(['1.0.0', given, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]], ['1.1.0', around(50)]);
  expect(points.map(waitText)[0]).toBe('at least 20,000 ms');
  expect(points.filter(isChange).map(({ version, change }) => [version, change])).toEqual([
    ['1.1.0', 'lower'],
  ]);
});

test('versions of several runs are not compared with each other', () => {
  const old = line(['26.0.0', around(20_000)], ['26.8.2', around(20_000)]);
  const newer = line(['26.9.0', around(52)], ['26.12.1', around(52)]).map((point) => ({
    ...point,
    run: 'other',
  }));
  expect(historySentences([...old, ...newer]).map(plainText)).toEqual([
    expect.stringMatching(/no change detected from Node 26\.0\.0 to 26\.8\.2.*\(Run r\.\)$/),
    expect.stringMatching(/no change detected from Node 26\.9\.0 to 26\.12\.1.*\(Run other\.\)$/),
  ]);
});

test('a version that was measured beside other work is not compared', () => {
  const points = line(['1.0.0', around(100)], ['1.1.0-busy', around(200)], ['1.2.0', around(100)]);
  expect(points[1]).toMatchObject({ change: 'disturbed', why: 'other programs used the CPU' });
  expect(points[2]).toMatchObject({ change: 'none detected', before: '1.0.0' });
});

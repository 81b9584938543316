import type { Sample } from '@holbench/results/sample';
import { expect, test } from 'vitest';
import { dataOf, freshCells, networkOf } from '../../fixtures/made-cells.ts';
import { reportOf } from '../../fixtures/evidence-report.ts';
import { saidOf } from '../answer/answer-blocks.ts';
import { firstAnswers } from '../topics/topics.ts';

const NETWORK = networkOf('link', {});
const WAITS = { aloneMs: 100, duringMs: 400, otherMs: 110, mbps: 18 };

/** A run in which messages of `late` left so many ms after they were sent, beside the transfer; null: never. */
function reportWith(late: Readonly<Record<string, number | null | undefined>>, requests = 120) {
  const cells = Object.entries(late).flatMap(([variant, ms]) =>
    freshCells({ variant, network: 'link' }, WAITS).map(({ samples, ...rest }) => ({
      ...rest,
      samples: samples.map((sample): Sample => {
        const { intendedAtMs: sentAtMs, label } = sample;
        const inBrowserMs = label.startsWith('fresh-same') ? ms : 1;
        const left = inBrowserMs === null ? null : sentAtMs + (inBrowserMs ?? 0);
        const known = inBrowserMs === undefined ? {} : { leftAtMs: left };
        return { ...sample, sentAtMs, openRequests: requests, ...known };
      }),
    })),
  );
  return reportOf(dataOf([NETWORK], cells));
}

test.each([
  ['node-http1', 'six connections for 120 requests'],
  ['node-http2', '100 streams on a connection for 120 requests'],
  ['caddy-http2', 'what of it is not known'],
  ['node-ws', 'the buffer of its WebSocket'],
])('%s, whose messages left late, is limited by the browser: %s', (variant, limit) => {
  const report = reportWith({ 'caddy-http3': 2, [variant]: 101 });
  const waits = report.relation.figures.filter(
    ({ metric, state }) => metric.table?.waits === true && state === 'ok',
  );
  const of = (id: string) => waits.filter((figure) => figure.variant.id === id);
  expect(of(variant).length).toBeGreaterThan(3);
  expect(of(variant).every((each) => !each.ranked && each.browserLimit === limit)).toBe(true);
  expect(of('caddy-http3').every((each) => each.ranked && each.browserLimit === undefined)).toBe(
    true,
  );
  expect(saidOf(report, firstAnswers(report))[0]?.remarks.at(-1)).toContain(
    `limited by the browser: ${limit}`,
  );
  // A transfer needs no further connection or stream.
  const goodput = report.relation.figures.find(
    (figure) => figure.variant.id === variant && figure.metric.id === 'goodput-start',
  );
  expect(goodput?.ranked).toBe(true);
});

test('its row comes after those of the others, and says why', () => {
  const report = reportWith({ 'node-http1': 5_000, 'uws-ws': 4 });
  const { rows = [], remarks = [] } = saidOf(report, firstAnswers(report))[0] ?? {};
  expect(rows.map(([name]) => name)).toEqual(['WebSocket, uWebSockets.js', 'HTTP/1.1, Node']);
  expect(remarks.at(-1)).toContain('limited by the browser: six connections for 120 requests');
});

test('a limit that the requests did not meet is not named', () => {
  const { figures } = reportWith({ 'node-http1': 150 }, 6).relation;
  const limits = new Set(figures.flatMap(({ browserLimit }) => browserLimit ?? []));
  expect(limits).toEqual(new Set(['what of it is not known']));
});

test('half of the messages without a departure judge nothing', () => {
  const { figures } = reportWith({ 'node-http1': undefined }).relation;
  expect(figures.every(({ browserLimit }) => browserLimit === undefined)).toBe(true);
});

test('100 ms are not late, and messages that never left are', () => {
  const figures = reportWith({ 'node-ws': 100, 'node-http2': null }).relation.figures;
  const unranked = figures.filter(({ state, ranked }) => state === 'ok' && !ranked);
  expect(new Set(unranked.map(({ variant }) => variant.id))).toEqual(new Set(['node-http2']));
  const inBrowser = figures.find(
    ({ metric, variant }) => metric.id === 'browser-same-p50' && variant.id === 'node-http2',
  );
  expect(inBrowser).toMatchObject({ value: 20_000, bound: '≥' });
});

test('where it is not known when messages left, the row is judged as before, with a caution', () => {
  const figures = reportWith({ 'node-http2': undefined }).relation.figures;
  expect(figures.every(({ state, ranked }) => state !== 'ok' || ranked)).toBe(true);
  const inBrowser = figures.find(
    ({ metric, variant }) => metric.id === 'browser-same-p50' && variant.id === 'node-http2',
  );
  expect(inBrowser).toMatchObject({ value: null, why: 'not recorded' });
  expect(inBrowser?.cautions).toMatchObject([{ id: 'unknown departures same' }]);
});

import type { Sample } from '@holbench/results/sample';
import { expect, test } from 'vitest';
import { dataOf, holbCells, networkOf } from '../../fixtures/claim-data.ts';
import { reportOf } from '../../fixtures/evidence-report.ts';
import { plainText } from '../document/block.ts';
import { answerTable } from '../tables/answer-table.ts';
import { answers } from '../verdicts/answer.ts';
import { paragraph } from '../verdicts/sentences.ts';

const NETWORK = networkOf('link', {});
const PHASES = { alone: { ms: 100 }, same: { ms: 400, mbps: 18 }, other: { ms: 110, mbps: 18 } };

/** A run in which messages of `late` left so many ms after they were sent, beside the transfer; null: never. */
function reportWith(late: Readonly<Record<string, number | null | undefined>>) {
  const cells = Object.entries(late).flatMap(([variant, ms]) =>
    holbCells({ variant, network: 'link' }, PHASES).map(({ cell, samples }) => ({
      cell,
      samples: samples.map((sample): Sample => {
        const { intendedAtMs: sentAtMs, label } = sample;
        const inBrowserMs = label.startsWith('probe-same') ? ms : 1;
        const left = inBrowserMs === null ? null : sentAtMs + (inBrowserMs ?? 0);
        const known = inBrowserMs === undefined ? {} : { leftAtMs: left };
        return { ...sample, sentAtMs, openRequests: 3, ...known };
      }),
    })),
  );
  return reportOf(dataOf([NETWORK], cells));
}

function textOf(report: ReturnType<typeof reportWith>): string {
  return answers(report)
    .flatMap(({ statements }) => statements.map((each) => plainText(paragraph(each))))
    .join('\n');
}

test.each([
  ['node-http1', 'six connections'],
  ['node-http2', '100 streams on a connection'],
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
  expect(textOf(report)).toContain(`Limited by the browser, not by a server: ${variant} ${limit}.`);
  // A transfer needs no further connection or stream.
  const goodput = report.relation.figures.find(
    (figure) => figure.variant.id === variant && figure.metric.id === 'goodput-same',
  );
  expect(goodput?.ranked).toBe(true);
});

test('its row comes after those of the others, and says why', () => {
  const report = reportWith({ 'node-http1': 5_000, 'uws-ws': 4 });
  const { rows } = answerTable(report, answers(report));
  const headers = rows.map(({ cells: [header] }) =>
    [header?.text ?? [], ...(header?.lines ?? [])].map(plainText).join('; '),
  );
  expect(headers).toEqual([
    expect.stringMatching(/^B1 uws-ws; Node/),
    expect.stringMatching(/^A2 node-http1; Node .*; limited by the browser: six connections$/),
  ]);
});

test('100 ms are not late, and messages that never left are', () => {
  const figures = reportWith({ 'node-ws': 100, 'node-http2': null }).relation.figures;
  const unranked = figures.filter(({ state, ranked }) => state === 'ok' && !ranked);
  expect(new Set(unranked.map(({ variant }) => variant.id))).toEqual(new Set(['node-http2']));
  const inBrowser = figures.find(
    ({ metric, variant }) => metric.id === 'browser-same-p50' && variant.id === 'node-http2',
  );
  expect(inBrowser).toMatchObject({ value: 20_000, censored: true });
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

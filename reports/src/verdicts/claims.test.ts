import { readRun } from '@holbench/results/run-reader';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf, holbCell, lost, networkOf, ROUNDS } from '../../fixtures/claim-data.ts';
import { claimCounts, claimsSection } from '../document/sections/claims.ts';
import { Relation } from '../figures/relation.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import { CLAIMS, judgeClaims } from './claims.ts';

const data = mergeRuns([await readRun(join(import.meta.dirname, '../../fixtures/run'))]);
const measured = { data, relation: Relation.of(data) };
const claims = judgeClaims(CLAIMS, measured);
const report = {
  ...measured,
  comparison: null,
  plots: [],
  generator: { commit: null, dirty: false },
};

test('every claim of the made-up run has its verdict, and two have figures', () => {
  expect(claimCounts(claims)).toBe('0 reproduced, 2 refuted, 11 not testable in this run');
  const judged = claims.filter(({ evidence }) => evidence.length > 0);
  expect(
    judged.flatMap(({ id, evidence }) =>
      evidence.map(({ what, value, low, high, rounds }) => [id, what, value, low, high, rounds]),
    ),
  ).toEqual([
    [
      'messages-more-than-bulk',
      'messages: HTTP/2 ÷ HTTP/3 latency, p50',
      0.9462067371367728,
      0.9212968333140007,
      0.9593566886921832,
      6,
    ],
    [
      'messages-more-than-bulk',
      'bulk: goodput of the faster ÷ the slower',
      1.393245155825304,
      1.2477766518893816,
      1.4516898462354815,
      6,
    ],
    [
      'http2-window-bounds-uploads',
      'upload ÷ (window ÷ RTT), default window',
      1.8220604562447549,
      1.7267850156404976,
      2.1726906233310443,
      6,
    ],
  ]);
});

test('a lower bound is one in the file, too, and has no upper end', () => {
  const lossy = networkOf('lossy', { down: { lossFraction: 0.01 } });
  const cells = ROUNDS.flatMap((_, round) => {
    const where = { network: 'lossy', scenario: '4f', round };
    const phases = { self: { ms: 100, mbps: 2 } };
    const factors = { http2WriteBytes: 16_384 };
    return [
      lost(holbCell({ ...where, variant: 'node-http2', factors }, phases)),
      holbCell({ ...where, variant: 'caddy-http3' }, phases),
    ];
  });
  const made = dataOf([lossy], cells);
  const table = claimsSection({ ...report, data: made, relation: Relation.of(made) })?.blocks[1];
  if (table?.block !== 'table') throw new Error('another block');
  const [waiting, messages, bulk] = (table.records ?? []).filter(
    ({ figure, claim }) => figure !== '' || claim === 'quic-saves-a-round-trip',
  );
  expect(messages).toMatchObject({ value: 200, low95: 200, high95: Infinity, censored: true });
  expect(bulk).toMatchObject({ value: 1, high95: 1, censored: false });
  expect(waiting).toMatchObject({ value: null, high95: null, censored: null });
});

test('judged claims come first, the others wait to be opened, and one file has them all', () => {
  const [counts, judged, untested] = claimsSection(report)?.blocks ?? [];
  expect(counts).toMatchObject({ block: 'prose' });
  if (judged?.block !== 'table' || untested?.block !== 'details') throw new Error('other blocks');
  expect(judged.rows.map(({ id }) => id)).toEqual([
    'claim-messages-more-than-bulk',
    'claim-http2-window-bounds-uploads',
  ]);
  expect(judged.records).toHaveLength(CLAIMS.length + 1);
  expect(Object.keys(judged.records?.[0] ?? {}).join()).toBe(
    'claim,text,verdict,why,figure,unit,value,low95,high95,censored,rounds,cells,rule,command,sources,urls',
  );
  expect(untested.blocks).toMatchObject([{ block: 'table', id: 'claims-not-testable' }]);
});

import { readRun } from '@holbench/results/run-reader';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLAIM_FACTORS, dataOf, freshCell, lost, networkOf } from '../../fixtures/claim-data.ts';
import { plainText } from '../document/block.ts';
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

test('the made-up run has too few rounds for any claim', () => {
  expect(claimCounts(claims)).toBe(
    '0 supported, 0 contradicted, 0 inconclusive, 15 not tested in this run',
  );
  expect(claims.flatMap(({ judgements }) => judgements.map(({ why }) => why))).toContain(
    'needs 10 rounds of node-http2 in download (text, http2-write=16k) and has 6',
  );
});

test('each claim has an id of its own, and the command that runs its cells', () => {
  const ids = CLAIMS.map(({ run }) => run.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(claims.map(({ command }) => command)).toEqual(
    ids.map((id) => `pnpm bench --claims ${id}`),
  );
});

/** Messages and bulk over lossy networks; HTTP/2 is so much slower over each. */
function lossyData(times: Readonly<Record<string, number>>, isLost = false) {
  const networks = Object.keys(times).map((id) => networkOf(id, { down: { lossFraction: 0.01 } }));
  const cells = Object.entries(times).flatMap(([network, factor]) =>
    CLAIM_FACTORS.flatMap((own, round) => {
      const where = { network, scenario: 'download', round };
      const factors = { http2WriteBytes: 16_384 };
      const slow = { duringMs: 100 * factor * own, mbps: 2 };
      const http2 = freshCell({ ...where, variant: 'node-http2', factors }, slow);
      return [
        isLost ? lost(http2) : http2,
        freshCell({ ...where, variant: 'caddy-http3' }, { mbps: 2 }),
      ];
    }),
  );
  const made = dataOf(networks, cells);
  return { ...report, data: made, relation: Relation.of(made) };
}

test('a claim has a verdict over each network, and all tests are corrected together', () => {
  const judged = judgeClaims(CLAIMS, lossyData({ far: 10, even: 2, none: 1 }));
  const messages = judged.find(({ id }) => id === 'messages-more-than-bulk')?.judgements ?? [];
  expect(messages.map(({ network, verdict }) => [network, verdict])).toEqual([
    ['far', 'supported'],
    ['even', 'inconclusive'],
    ['none', 'contradicted'],
  ]);
  // Of six tests the first needs 0.05 ÷ 6, the second 0.05 ÷ 5.
  expect(messages[0]?.supported).toEqual({ p: 2 ** -12, level: 0.05 / 6, shown: true });
  expect(messages[2]?.contradicted).toEqual({ p: 2 * 2 ** -12, level: 0.01, shown: true });
});

test('rounds whose number depended on their figures test nothing beside a transfer', () => {
  const lossy = lossyData({ far: 10 });
  const { manifest } = lossy.data;
  const blocks = manifest.blocks.map((block) => ({ ...block, precision: 0.1 }));
  const judged = judgeClaims(CLAIMS, {
    ...lossy,
    data: { ...lossy.data, manifest: { ...manifest, blocks } },
  });
  const messages = judged.find(({ id }) => id === 'messages-more-than-bulk')?.judgements ?? [];
  expect(messages).toMatchObject([
    { verdict: 'not tested', why: expect.stringMatching(/run without --precision$/) },
  ]);
});

test('a lower bound is one in the file, too, and has no upper end', () => {
  const table = claimsSection(lossyData({ lossy: 10 }, true))?.blocks[1];
  if (table?.block !== 'table') throw new Error('another block');
  const records = table.records ?? [];
  const of = (id: string) => records.filter(({ claim }) => claim === id);
  const [messages, bulk] = of('messages-more-than-bulk');
  expect(messages).toMatchObject({ value: 200, low: 200, high: Infinity, bound: '≥' });
  expect(messages).toMatchObject({
    network: 'lossy',
    p_supported: 2 ** -12,
    level_supported: 0.025,
  });
  expect(bulk).toMatchObject({ value: 1, high: 1, bound: '' });
  const [waiting] = of('http3-deficit-grows');
  expect(waiting).toMatchObject({ verdict: 'not tested', value: null, high: null, network: '' });
});

test('tested claims come first, the others wait to be opened, and one file has them all', () => {
  const [counts, tested, untested] = claimsSection(lossyData({ far: 10, none: 1 }))?.blocks ?? [];
  if (counts?.block !== 'prose' || tested?.block !== 'table' || untested?.block !== 'details') {
    throw new Error('other blocks');
  }
  expect(plainText(counts.text)).toMatch(/All 4 tests of this report are corrected together/);
  expect(tested.rows.map(({ id }) => id)).toEqual(['claim-messages-more-than-bulk']);
  const [, verdict] = tested.rows[0]?.cells ?? [];
  expect(plainText(verdict?.text ?? [])).toBe('supported over far, contradicted over none');
  expect(plainText(verdict?.lines?.[0] ?? [])).toBe(
    'far: messages × 10.00, bulk × 1.00; supported: p 0.00024, level 0.013; contradicted: p 1.0, level 0.025',
  );
  // Four figures over each of two networks, and a line of each other claim.
  expect(new Set(tested.records?.map(({ claim }) => claim)).size).toBe(CLAIMS.length);
  expect(Object.keys(tested.records?.[0] ?? {}).join()).toBe(
    'claim,text,by,network,verdict,why,p_supported,level_supported,p_contradicted,level_contradicted,figure,unit,value,bound,low,high,level,rounds,cells,rule,command,sources,urls',
  );
  expect(untested.blocks).toMatchObject([{ block: 'table', id: 'claims-not-tested' }]);
});

test('our own hypotheses stand apart, and their sources only prompted them', () => {
  const clean = networkOf('clean', {});
  const lossy = networkOf('lossy', { down: { lossFraction: 0.01 } });
  const cells = ['clean', 'lossy'].flatMap((network) =>
    ['node-ws', 'caddy-http3'].flatMap((variant) =>
      CLAIM_FACTORS.map((own, round) =>
        freshCell({ network, variant, scenario: 'download', round }, { duringMs: 100 * own }),
      ),
    ),
  );
  const made = dataOf([clean, lossy], cells);
  const { blocks = [] } =
    claimsSection({ ...report, data: made, relation: Relation.of(made) }) ?? {};
  const tables = blocks.flatMap((each) => (each.block === 'table' ? [each] : []));
  const ours = tables.find(({ title }) => title === 'Our own hypotheses');
  const [claim] = ours?.rows[0]?.cells ?? [];
  expect(plainText(claim?.lines?.[0] ?? [])).toMatch(/^prompted by Gulliksson/);
});

import { highestLevel } from '../figures/stopped-level.ts';
import type { RunNetwork } from '@holbench/results/run-network';
import { holm } from '@holbench/stats/several-tests';
import { BATCH_CLAIMS } from './claims/batch-claims.ts';
import { SEND_BUFFER_CLAIM, URGENT_CLAIM } from './claims/buffer-claims.ts';
import type { Claim, JudgedClaim, JudgedTest, Judgement, Measured } from './claims/claim.ts';
import { attempt, type Hypothesis, NotTested } from './claims/hypothesis.ts';
import { PROXY_CLAIM, RENO_CLAIM, WINDOW_CLAIM } from './claims/program-claims.ts';
import {
  BANDWIDTH_CLAIM,
  LOSS_CLAIMS,
  MESSAGES_CLAIM,
  SET_UP_CLAIM,
} from './claims/protocol-claims.ts';

/** All tests of one report together: the chance that any verdict in it is wrong. */
export const FAMILY_LEVEL = 0.05;

/** The claims that a report judges, in the order in which it shows them; the bench runs the cells of each. */
export const CLAIMS: readonly Claim[] = [
  SET_UP_CLAIM,
  MESSAGES_CLAIM,
  ...LOSS_CLAIMS,
  BANDWIDTH_CLAIM,
  WINDOW_CLAIM,
  RENO_CLAIM,
  PROXY_CLAIM,
  URGENT_CLAIM,
  SEND_BUFFER_CLAIM,
  ...BATCH_CLAIMS,
];

/**
 * What the runs of a report say of each claim, over each network that can show it. All tests of all
 * claims and networks are corrected together.
 */
export function judgeClaims(
  claims: readonly Claim[],
  { data, relation }: Pick<Measured, 'data' | 'relation'>,
): JudgedClaim[] {
  const profiles = madeNetworks(data).map(({ profile }) => profile);
  const checked = claims.map((claim) => ({
    claim,
    over: networksOf(claim, data).map((network) => {
      const own = claim.run.over(network.profile, profiles) ?? [];
      const found = attempt(() => {
        const tested = claim.check({ data, relation, network, profiles: own });
        assertPlanned(claim, data);
        return tested;
      });
      return { network: network.profile.id, found };
    }),
  }));
  const hypotheses = checked.flatMap(({ over }) => over.flatMap(({ found }) => testsOf(found)));
  const corrected = holm(
    hypotheses.map(({ p }) => p),
    FAMILY_LEVEL,
  );
  const judgedTest = (hypothesis: Hypothesis): JudgedTest => {
    const test = corrected[hypotheses.indexOf(hypothesis)];
    if (test === undefined) throw new Error('a test of no claim');
    return { ...test, p: hypothesis.p };
  };
  return checked.map(({ claim: { run, claim, by, sources, rule }, over }) => ({
    id: run.id,
    claim,
    by,
    sources,
    rule,
    needs: run.needs,
    command: `pnpm bench --claims ${run.id}`,
    judgements: over.map(({ network, found }) => judgementOf(network, found, judgedTest)),
  }));
}

/**
 * A run with `--precision` went on or ended for what its figures showed, and an exact test holds for a
 * number of rounds that was chosen before.
 * @throws NotTested
 */
function assertPlanned({ run }: Claim, { manifest }: Measured['data']): void {
  if (highestLevel(run.scenario, [manifest]) < 1) {
    throw new NotTested('needs a number of rounds that was chosen before: run without --precision');
  }
}

/** Of a real network, nobody knows losses and queues: it can show no claim. */
function madeNetworks({ manifest }: Measured['data']): RunNetwork[] {
  return manifest.networks.filter(({ found }) => found === undefined);
}

/** Those that can show a claim; where some have cells of its scenario, these alone. */
function networksOf({ run }: Claim, data: Measured['data']): RunNetwork[] {
  const made = madeNetworks(data);
  const profiles = made.map(({ profile }) => profile);
  const able = made.filter(({ profile }) => run.over(profile, profiles) !== null);
  const ran = able.filter(({ profile }) =>
    data.cells.some(
      ({ cell: { network, scenario, kind } }) =>
        network === profile.id && scenario === run.scenario && kind === run.kind,
    ),
  );
  return ran.length === 0 ? able : ran;
}

type Found = ReturnType<Claim['check']> | NotTested;

function testsOf(found: Found): Hypothesis[] {
  if (found instanceof NotTested) return [];
  return [...(found.supported === null ? [] : [found.supported]), found.contradicted];
}

function judgementOf(
  network: string,
  found: Found,
  judgedTest: (hypothesis: Hypothesis) => JudgedTest,
): Judgement {
  if (found instanceof NotTested) {
    const why = found.message;
    const none = { evidence: [], supported: null, contradicted: null };
    return { network, verdict: 'not tested', why, ...none };
  }
  const { figures, evidence } = found;
  const supported = found.supported === null ? null : judgedTest(found.supported);
  const contradicted = judgedTest(found.contradicted);
  const tests = { evidence, supported, contradicted };
  if (contradicted.shown) {
    const why = `${figures}${found.contradicted.remark}`;
    return { network, verdict: 'contradicted', why, ...tests };
  }
  const isSupported = supported?.shown === true;
  return { network, verdict: isSupported ? 'supported' : 'inconclusive', why: figures, ...tests };
}

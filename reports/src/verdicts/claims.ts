import { BANDWIDTH_CLAIM } from './claims/bandwidth-claim.ts';
import { BATCH_CLAIMS } from './claims/batch-claims.ts';
import { attempt, type Claim, type JudgedClaim, type Measured } from './claims/claim.ts';
import { LOSS_CLAIMS } from './claims/loss-claims.ts';
import { MESSAGES_CLAIM } from './claims/messages-claim.ts';
import { RATES_CLAIM } from './claims/rates-claim.ts';
import { RENO_CLAIM } from './claims/reno-claim.ts';
import { SET_UP_CLAIM } from './claims/set-up-claim.ts';
import { WINDOW_CLAIM } from './claims/window-claim.ts';

/** The published claims that a report judges, in the order in which it shows them. */
export const CLAIMS: readonly Claim[] = [
  SET_UP_CLAIM,
  MESSAGES_CLAIM,
  ...LOSS_CLAIMS,
  BANDWIDTH_CLAIM,
  WINDOW_CLAIM,
  RENO_CLAIM,
  ...BATCH_CLAIMS,
  RATES_CLAIM,
];

/**
 * What the runs of a report say of each claim, over each network that may show it. One that refutes
 * it is enough; else one that reproduces it is.
 */
export function judgeClaims(
  claims: readonly Claim[],
  { data, relation }: Omit<Measured, 'network'>,
): JudgedClaim[] {
  return claims.map(({ needs, check, ...claim }) => {
    const all = data.manifest.networks.flatMap((network) => {
      const found = attempt(() => check({ data, relation, network }));
      return found === null ? [] : [{ id: network.profile.id, found }];
    });
    const verdicts = new Set(all.map(({ found }) => found.verdict));
    return {
      ...claim,
      verdict:
        (['refuted', 'reproduced'] as const).find((each) => verdicts.has(each)) ?? 'not testable',
      why: all.map(({ id, found }) => `${id}: ${found.why}`).join('; ') || `needs ${needs}`,
      evidence: all.flatMap(({ found }) => found.evidence),
    };
  });
}

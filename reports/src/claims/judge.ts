import type { RunNetwork } from '@holbench/results/run-network';
import type { ReportData } from '../model/report-data.ts';
import type { Claim, JudgedClaim, Judgement } from './claim.ts';
import { NotTestable } from './not-testable.ts';

/** What the runs of a report say of each claim. */
export function judgeClaims(claims: readonly Claim[], data: ReportData): JudgedClaim[] {
  return claims.map(({ check, ...claim }) => ({ ...claim, ...attempt(() => check(data)) }));
}

/**
 * Judges a claim over each network that may show it. One that refutes it is enough; else one that
 * reproduces it is. @throws NotTestable when there is no such network.
 */
export function overNetworks(
  { manifest }: ReportData,
  { may, needs }: { readonly may: (network: RunNetwork) => boolean; readonly needs: string },
  check: (network: RunNetwork) => Judgement,
): Judgement {
  const networks = manifest.networks.filter(may);
  if (networks.length === 0) throw new NotTestable(`needs ${needs}`);
  const judged = networks.map((network) => ({
    id: network.profile.id,
    ...attempt(() => check(network)),
  }));
  const verdict =
    (['refuted', 'reproduced'] as const).find((each) =>
      judged.some((judgement) => judgement.verdict === each),
    ) ?? 'not testable';
  return {
    verdict,
    why: judged.map(({ id, why }) => `${id}: ${why}`).join('; '),
    evidence: judged.flatMap(({ evidence }) => evidence),
  };
}

function attempt(check: () => Judgement): Judgement {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof NotTestable)) throw error;
    return { verdict: 'not testable', why: error.message, evidence: error.evidence };
  }
}

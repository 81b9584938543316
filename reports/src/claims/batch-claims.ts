import type { PayloadKind } from '@holbench/results/sample';
import { VARIANTS } from '@holbench/variants/registry';
import { batchOutcomes } from '../model/batch-table.ts';
import { type ReportData, workloadOn } from '../model/report-data.ts';
import type { Claim, Evidence, Judgement } from './claim.ts';
import { evidenceOf, isMore, perRound, roundsFor } from './evidence.ts';
import { overNetworks } from './judge.ts';
import { isLossy, rttMs } from './link.ts';
import { NotTestable } from './not-testable.ts';
import { SOURCES } from './sources.ts';

interface Order {
  readonly scenario: '1a' | '2c';
  readonly kind: PayloadKind;
  readonly protocol: string;
  readonly place: 'fastest' | 'slowest';
  /** Batches that the claim names. */
  readonly sizes?: readonly number[];
}

/** What the reference's tables 1 to 4 say of transports. */
export const BATCH_CLAIMS: readonly Claim[] = [
  batchClaim('WebSocket is fastest for loading text, in batches of 10 to 100.', {
    scenario: '1a',
    kind: 'text',
    protocol: 'websocket',
    place: 'fastest',
    sizes: [10, 100],
  }),
  batchClaim('WebSocket is fastest for creating text, in batches of 10 to 100.', {
    scenario: '2c',
    kind: 'text',
    protocol: 'websocket',
    place: 'fastest',
    sizes: [10, 100],
  }),
  batchClaim('WebSocket is slowest for loading files.', {
    scenario: '1a',
    kind: 'binary',
    protocol: 'websocket',
    place: 'slowest',
  }),
  batchClaim('HTTP/3 behind a proxy is slowest for creating text.', {
    scenario: '2c',
    kind: 'text',
    protocol: 'h3',
    place: 'slowest',
  }),
  batchClaim('HTTP/3 behind a proxy is slowest for creating files.', {
    scenario: '2c',
    kind: 'binary',
    protocol: 'h3',
    place: 'slowest',
  }),
];

function batchClaim(claim: string, order: Order): Claim {
  const { scenario, kind, protocol, place } = order;
  return {
    id: `reference-${scenario}-${kind}-${protocol}-${place}`,
    claim,
    sources: [SOURCES.reference],
    rule: `Each transport by its fastest variant, over a network without delay, rate or losses, as the reference’s is not stated. Reproduced: ${place} for every batch size, by intervals. Refuted: another is ${place === 'fastest' ? 'faster' : 'slower'} for one.`,
    command: `pnpm bench --scenarios ${scenario} --networks ideal --kinds ${kind} --rounds 4`,
    check: (data) =>
      overNetworks(
        data,
        {
          may: ({ profile }) =>
            rttMs(profile) === 0 &&
            !isLossy(profile) &&
            profile.down.rateKbps === null &&
            profile.up.rateKbps === null,
          needs: 'a network without delay, rate or losses, such as ideal',
        },
        ({ profile }) => check(data, profile.id, order),
      ),
  };
}

function check(data: ReportData, network: string, order: Order): Judgement {
  const { textBatches, binaryBatches } = workloadOn(data, network);
  const sizes = order.kind === 'text' ? textBatches : binaryBatches;
  const missing = (order.sizes ?? []).filter((size) => !sizes.includes(size));
  if (missing.length > 0) throw new NotTestable(`needs batches of ${missing.join(', ')}`);
  const bySize = sizes.map((size) => judgeSize(data, network, size, order));
  const evidence = bySize.flatMap((each) => each.evidence);
  const verdict =
    bySize.find((each) => each.verdict === 'refuted')?.verdict ??
    (bySize.every((each) => each.verdict === 'reproduced') ? 'reproduced' : 'not testable');
  const said = bySize.filter((each) => each.verdict === verdict).map(({ why }) => why);
  return { verdict, why: said.join('; '), evidence };
}

function judgeSize(data: ReportData, network: string, size: number, order: Order): Judgement {
  const { protocol, place } = order;
  const protocols = [...new Set(VARIANTS.map((variant) => variant.protocol))];
  const best = protocols.map((each) => ({
    protocol: each,
    evidence: fastest(data, network, size, each, order),
  }));
  const own = best.find((each) => each.protocol === protocol);
  if (!own) throw new Error(`no variant has the protocol ${protocol}`);
  const others = best.filter((each) => each !== own);
  const isAhead = (a: Evidence, b: Evidence) => (place === 'fastest' ? isMore(b, a) : isMore(a, b));
  const evidence = best.map((each) => each.evidence);
  const times = best.map((each) => `${each.protocol} ${each.evidence.value.toFixed(1)} ms`);
  const figures = `batch of ${size}: ${times.join(', ')}`;
  if (others.some((other) => isAhead(other.evidence, own.evidence))) {
    return { verdict: 'refuted', why: figures, evidence };
  }
  if (others.every((other) => isAhead(own.evidence, other.evidence))) {
    return { verdict: 'reproduced', why: figures, evidence };
  }
  const why = `${figures}: the intervals are not apart, needs more rounds`;
  return { verdict: 'not testable', why, evidence };
}

/** Of the variants of one protocol, that with the lowest median. */
function fastest(
  data: ReportData,
  network: string,
  size: number,
  protocol: string,
  { scenario, kind }: Order,
): Evidence {
  const problems: NotTestable[] = [];
  // What was published is of the default ones.
  const own = VARIANTS.filter((each) => each.protocol === protocol && each.group === 'default');
  const found = own.flatMap(({ id }) => {
    try {
      const rounds = roundsFor(data, { variant: id, network, scenario, kind });
      const values = perRound(rounds, (round) => batchOutcomes([round], size)[0]);
      return [evidenceOf(`${id}: batch of ${size}`, 'ms', values)];
    } catch (error) {
      if (!(error instanceof NotTestable)) throw error;
      problems.push(error);
      return [];
    }
  });
  const [best] = found.toSorted((a, b) => a.value - b.value);
  if (best) return best;
  throw problems[0] ?? new NotTestable(`needs a variant over ${protocol}`);
}

import type { ProbePhase } from '@holbench/results/sample';
import type { ReportData } from '../model/report-data.ts';
import type { Claim, Evidence, Judgement } from './claim.ts';
import { evidenceOf, isMore, perRound, roundsFor } from './evidence.ts';
import { overNetworks } from './judge.ts';
import { alikeBut, isLossy } from './link.ts';
import { probeMs } from '../model/probe-ms.ts';
import { SOURCES } from './sources.ts';

/** Nobody is behind by less than a tenth. */
const BEHIND = 1.1;

/** WebSocket against QUIC, for messages alone and beside a download on their own connection. */
export const LOSS_CLAIMS: readonly Claim[] = [
  lossClaim(
    'websocket-behind-under-loss',
    'For small messages alone, WebSocket falls behind QUIC only where packets are lost.',
    'idle',
  ),
  lossClaim(
    'websocket-behind-under-loss-beside-bulk',
    'The same beside a download on their own connection: small messages over WebSocket fall behind QUIC only where packets are lost. (Not of the thesis, which asks it of messages alone: an inference that readers draw.)',
    'self',
  ),
];

function lossClaim(id: string, claim: string, phase: ProbePhase): Claim {
  return {
    id,
    claim,
    sources: [SOURCES.gulliksson],
    rule: 'Mean latency of loads over two networks that differ in their losses alone. Behind: slower by a tenth or more, by intervals. Reproduced: behind with losses and not behind without. Refuted: behind without, or not behind with them.',
    command:
      'pnpm bench --scenarios 4f --networks 4g --sweep loss=0%,1% --variants node-ws,caddy-http3 --rounds 4',
    check: (data) => {
      const networks = data.manifest.networks.map(({ profile }) => profile);
      const withoutLoss = (lossy: (typeof networks)[number]) =>
        networks.find(
          (other) =>
            !isLossy(other) && alikeBut(other, lossy, ['lossFraction', 'lossBurstPackets']),
        );
      return overNetworks(
        data,
        {
          may: ({ profile }) => isLossy(profile) && withoutLoss(profile) !== undefined,
          needs: 'two networks that differ in their losses alone',
        },
        ({ profile }) => check(data, withoutLoss(profile)?.id ?? '', profile.id, phase),
      );
    },
  };
}

function check(data: ReportData, clean: string, lossy: string, phase: ProbePhase): Judgement {
  const of = (variant: string, network: string): Evidence => {
    const rounds = roundsFor(data, { variant, network, scenario: '4f', kind: 'text' });
    const values = perRound(rounds, (round) => probeMs(round, phase, 'mean'));
    return evidenceOf(`${variant} over ${network}: mean`, 'ms', values);
  };
  const without = { ws: of('node-ws', clean), quic: of('caddy-http3', clean) };
  const under = { ws: of('node-ws', lossy), quic: of('caddy-http3', lossy) };
  const evidence = [without.ws, without.quic, under.ws, under.quic];
  const ratio = ({ ws, quic }: typeof under) => (ws.value / quic.value).toFixed(2);
  const figures = `WebSocket ÷ HTTP/3 is ${ratio(without)} without losses, ${ratio(under)} with them`;
  if (isMore(without.ws, without.quic, BEHIND)) {
    return { verdict: 'refuted', why: `${figures}: behind without losses, too`, evidence };
  }
  if (!isMore(without.quic, without.ws, 1 / BEHIND)) {
    const why = `${figures}, but the intervals without losses are too wide: needs more rounds`;
    return { verdict: 'not testable', why, evidence };
  }
  if (isMore(under.ws, under.quic, BEHIND))
    return { verdict: 'reproduced', why: figures, evidence };
  if (isMore(under.quic, under.ws, 1 / BEHIND)) {
    return { verdict: 'refuted', why: `${figures}: not behind with them`, evidence };
  }
  const why = `${figures}, but the intervals with losses are too wide: needs more rounds`;
  return { verdict: 'not testable', why, evidence };
}

import { type Claim, judged } from './claim.ts';
import { evidenceOf, isMore, pointsOf } from './evidence.ts';
import { alikeBut, isLossy } from './link.ts';

/** Nobody is behind by less than a tenth. */
const BEHIND = 1.1;

/** WebSocket against QUIC, for messages alone and beside a download on their own connection. */
export const LOSS_CLAIMS = [
  {
    id: 'websocket-behind-under-loss',
    claim: 'For small messages alone, WebSocket falls behind QUIC only where packets are lost.',
    phase: 'idle',
  },
  {
    id: 'websocket-behind-under-loss-beside-bulk',
    claim:
      'The same beside a download on their own connection: small messages over WebSocket fall behind QUIC only where packets are lost. (Not of the thesis, which asks it of messages alone: an inference that readers draw.)',
    phase: 'self',
  },
].map(({ id, claim, phase }): Claim => ({
  id,
  claim,
  sources: [
    {
      text: 'Gulliksson: Empirical analysis of the impact of packet loss on WebTransport using Socket.IO, 2024',
      url: 'https://umu.diva-portal.org/smash/record.jsf?pid=diva2:1876796',
    },
  ],
  rule: 'Mean latency of loads over two networks that differ in their losses alone. Behind: slower by a tenth or more, by intervals. Reproduced: behind with losses and not behind without. Refuted: behind without, or not behind with them.',
  command:
    'pnpm bench --scenarios 4f --networks 4g --sweep loss=0%,1% --variants node-ws,caddy-http3 --rounds 4',
  needs: 'two networks that differ in their losses alone',
  check: (measured) => {
    const lossy = measured.network.profile;
    const alike = alikeBut(measured, ['lossFraction', 'lossBurstPackets']);
    const lossless = alike.find((profile) => !isLossy(profile));
    if (!isLossy(lossy) || !lossless) return null;
    const over = ({ id: network }: typeof lossy) => {
      const mean = (variant: string) => {
        const wanted = { variant, network, scenario: '4f', metric: `load-${phase}-mean-wait` };
        return evidenceOf(`${variant} over ${network}: mean`, 'ms', pointsOf(measured, wanted));
      };
      const [ws, quic] = [mean('node-ws'), mean('caddy-http3')];
      return {
        evidence: [ws, quic],
        ratio: (ws.value / quic.value).toFixed(2),
        isBehind: isMore(ws, quic, BEHIND),
        isNotBehind: isMore(quic, ws, 1 / BEHIND),
      };
    };
    const [without, under] = [over(lossless), over(lossy)];
    const tooWide = (where: string) =>
      `, but the intervals ${where} losses are too wide: needs more rounds`;
    return judged(
      `WebSocket ÷ HTTP/3 is ${without.ratio} without losses, ${under.ratio} with them`,
      [...without.evidence, ...under.evidence],
      [
        [without.isBehind, 'refuted', ': behind without losses, too'],
        [!without.isNotBehind, 'not testable', tooWide('without')],
        [under.isBehind, 'reproduced'],
        [under.isNotBehind, 'refuted', ': not behind with them'],
        [true, 'not testable', tooWide('with')],
      ],
    );
  },
}));

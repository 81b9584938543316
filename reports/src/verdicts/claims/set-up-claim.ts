import { type Claim, judged } from './claim.ts';
import { evidenceOf, isMore, pointsOf } from './evidence.ts';
import { rttMs } from './link.ts';

/** Shorter round trips are lost in what the two ends compute. */
const LEAST_RTT_MS = 10;

export const SET_UP_CLAIM: Claim = {
  id: 'quic-saves-a-round-trip',
  claim:
    'A new QUIC connection brings its first byte one round trip earlier than TCP with TLS 1.3.',
  sources: [
    {
      text: 'Thomson, Turner: RFC 9001: Using TLS to Secure QUIC, 2021',
      url: 'https://www.rfc-editor.org/info/rfc9001',
    },
  ],
  rule: 'Reproduced: HTTP/2’s first byte takes 0.5 to 1.5 round trips more than HTTP/3’s, by intervals. Refuted: the intervals are outside of that.',
  command: 'pnpm bench --scenarios 5h --networks 4g --variants node-http2,caddy-http3 --rounds 4',
  needs: `a network with a round trip of ${LEAST_RTT_MS} ms or more`,
  check: (measured) => {
    if (rttMs(measured.network.profile) < LEAST_RTT_MS) return null;
    const of = (variant: string) => {
      const points = pointsOf(measured, { variant, scenario: '5h', metric: 'first-byte-rtt' });
      return evidenceOf(`${variant}: first byte, cold`, 'RTT', points);
    };
    const [tcp, quic] = [of('node-http2'), of('caddy-http3')];
    const later = (rtts: number) => ({ ...quic, low: quic.low + rtts, high: quic.high + rtts });
    const [least, most] = [later(0.5), later(1.5)];
    return judged(
      `HTTP/3 saves ${(tcp.value - quic.value).toFixed(2)} round trips`,
      [tcp, quic],
      [
        [isMore(tcp, least) && isMore(most, tcp), 'reproduced'],
        [isMore(least, tcp) || isMore(tcp, most), 'refuted', ', not one'],
      ],
    );
  },
};

import { LEAST_RTT_MS, withRoundTrip } from '@holbench/scenarios/claims/link-conditions';
import type { Claim } from './claim.ts';
import { CLEAN, only, ROUNDS, twoSided } from './claim-run.ts';
import { evidenceOf, inWords, numbersOf } from './evidence.ts';
import { above, allOf, below, oneOf } from './hypothesis.ts';
import { difference } from './claim-rounds.ts';

const [LEAST, MOST] = [0.5, 1.5];

export const SET_UP_CLAIM: Claim = {
  run: {
    id: 'quic-saves-a-round-trip',
    scenario: 'connect',
    kind: 'text',
    cells: only('node-http2', 'caddy-http3'),
    networks: [CLEAN],
    rounds: ROUNDS,
    over: withRoundTrip,
    needs: `a network with a round trip of ${LEAST_RTT_MS} ms or more`,
    tries: twoSided,
  },
  claim:
    'A new QUIC connection brings its first byte one round trip earlier than TCP with TLS 1.3.',
  by: 'published',
  sources: [
    {
      text: 'Thomson, Turner: RFC 9001: Using TLS to Secure QUIC, 2021',
      url: 'https://www.rfc-editor.org/info/rfc9001',
    },
  ],
  rule: `HTTP/2’s first byte − HTTP/3’s, in round trips, by round. Supported: more than ${LEAST} and less than ${MOST}. Contradicted: less than ${LEAST} or more than ${MOST}.`,
  check: (measured) => {
    const of = (variant: string) =>
      numbersOf(measured, { variant, scenario: 'connect', metric: 'first-byte-rtt' });
    const [tcp, quic] = [of('node-http2'), of('caddy-http3')];
    const saved = difference(tcp, quic);
    const gain = evidenceOf('HTTP/2 − HTTP/3', 'RTT', saved);
    return {
      figures: `HTTP/3 saves ${inWords(gain)} round trips`,
      evidence: [
        evidenceOf('node-http2: first byte, cold', 'RTT', tcp),
        evidenceOf('caddy-http3: first byte, cold', 'RTT', quic),
        gain,
      ],
      supported: allOf(above(saved, LEAST), below(saved, MOST)),
      contradicted: oneOf(below(saved, LEAST, ', not one'), above(saved, MOST, ', more than one')),
    };
  },
};

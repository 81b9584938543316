import { expect, test } from 'vitest';
import { PLAIN_PROFILE } from '../plain-profile.ts';
import { parseDrops, TcLosses } from './losses.ts';

/** Of iproute2 6.1, shortened: with a rate downwards and none upwards. */
const STATISTICS = `qdisc noqueue 0: dev lo root refcnt 2 
 Sent 0 bytes 0 pkt (dropped 0, overlimits 0 requeues 0) 
 backlog 0b 0p requeues 0
qdisc netem 1: dev upward root refcnt 2 limit 1000000 loss 10%
 Sent 19800 bytes 90 pkt (dropped 10, overlimits 0 requeues 0) 
 backlog 0b 0p requeues 0
qdisc netem 1: dev downward root refcnt 2 limit 1000000 loss 10%
 Sent 10272 bytes 24 pkt (dropped 376, overlimits 0 requeues 0) 
 backlog 0b 0p requeues 0
qdisc hfsc 2: dev downward parent 1:1 default 1 
 Sent 10272 bytes 24 pkt (dropped 334, overlimits 421 requeues 0) 
 backlog 0b 0p requeues 0
qdisc codel 3: dev downward parent 2:1 limit 17p target 5ms interval 100ms 
 Sent 10272 bytes 24 pkt (dropped 334, overlimits 0 requeues 0) 
 backlog 0b 0p requeues 0
  count 0 lastcount 0 ldelay 58.2ms drop_next 0us
  maxpacket 428 ecn_mark 0 drop_overlimit 334
qdisc netem 1: dev client root refcnt 2 limit 1000000 delay 10ms rate 1020Kbit
 Sent 10272 bytes 24 pkt (dropped 3, overlimits 0 requeues 0) 
 backlog 0b 0p requeues 0
`;

test('netem counts its losses with the drops of the queue inside it', () => {
  expect(parseDrops(STATISTICS)).toEqual({
    down: { randomLosses: 42, queueDrops: 334 },
    up: { randomLosses: 10, queueDrops: 0 },
  });
});

test('full-size packets have no losses of their own, and nothing is asked of tc', async () => {
  expect(await new TcLosses('no-such-namespace', PLAIN_PROFILE, true).arm()).toBe(false);
});

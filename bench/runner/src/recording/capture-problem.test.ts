import { expect, test } from 'vitest';
import { captureProblem } from './capture-problem.ts';

const BEGUN = ["Capturing on 'hb0'", 'File: same-server.pcapng'];
const counts = (received: number, dropped: number) => [
  `Packets captured: ${received}`,
  `Packets received/dropped on interface 'hb0': ${received}/${dropped} (pcap:${dropped}/dumpcap:0/flushed:0/ps_ifdrop:0) (100.0%)`,
];
const ended = (log: readonly string[], rest: { endedEarly?: boolean; size?: number } = {}) =>
  captureProblem({ name: 'same-server', log, endedEarly: false, size: 1e6, ...rest });

test('a capture that was ended and has every packet is as it should be', () => {
  expect(ended([...BEGUN, ...counts(28_944, 0)])).toBeNull();
});

test('packets that dumpcap dropped are counted', () => {
  expect(ended([...BEGUN, ...counts(990, 10)])).toBe(
    'same-server: dumpcap dropped 10 of 1000 packets; the machine was too busy: fewer --jobs',
  );
});

test('a capture that was not ended has reached its limit', () => {
  const full = { endedEarly: true, size: 75_000_500 };
  expect(ended([...BEGUN, ...counts(60_000, 0)], full)).toBe(
    'same-server: the capture ended at its limit, 75 MB; give a shorter --transfer-time, or a slower network',
  );
});

test('a capture that another reason ended says it', () => {
  const why = 'dumpcap: The network adapter "hb0" is no longer attached; the capture has stopped.';
  expect(ended([...BEGUN, why, ...counts(60_000, 0)], { endedEarly: true })).toBe(
    `same-server: the capture ended early: ${why}`,
  );
});

test('a dumpcap that was killed has not counted', () => {
  expect(ended(BEGUN, { endedEarly: true })).toBe(
    'same-server: dumpcap did not end as it should: File: same-server.pcapng',
  );
});

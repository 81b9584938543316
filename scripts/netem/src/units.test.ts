import { expect, test } from 'vitest';
import {
  formatLoss,
  formatQueue,
  formatRate,
  parseBurst,
  parseDelay,
  parseLoss,
  parseQueue,
  parseRate,
} from './units.ts';

test.each([
  ['20mbit', 20_000],
  ['20Mbit/s', 20_000],
  ['0.5mbit', 500],
  ['500kbit', 500],
  ['8000bit', 8],
  ['1gbit', 1_000_000],
  ['10Gbit', 10_000_000],
])('the rate %s is %f kbit/s', (text, kbps) => {
  expect(parseRate(text, '--down')).toBe(kbps);
});

test.each([
  '',
  '20',
  '-20mbit',
  '0mbit',
  '7kbit',
  '11gbit',
  '20mbitx',
  '20 mbit',
  '1e3kbit',
  'NaN',
])('the rate "%s" is refused with the spellings', (text) => {
  expect(() => parseRate(text, '--down')).toThrow(
    /^--down: '.*' is not a rate from 8kbit to 10gbit; use 500kbit, 20mbit or 1gbit$/,
  );
});

test.each(['20mbps', '20Mbps', '500kbps'])('%s could be bits or bytes', (text) => {
  expect(() => parseRate(text, '--up')).toThrow(`--up: '${text}' is bits to some tools`);
});

test.each([
  ['50ms', 50],
  ['0.5s', 500],
  ['800us', 0.8],
  ['0', 0],
  ['5s', 5_000],
])('the delay %s is %f ms', (text, ms) => {
  expect(parseDelay(text, '--delay')).toBe(ms);
});

test.each(['', '50', '-1ms', '60001ms', '50msec', '50ms10', '∞'])(
  'the delay "%s" is refused with the spellings',
  (text) => {
    expect(() => parseDelay(text, '--delay')).toThrow(
      /^--delay: .* is not a time from 0ms to 5s; use 50ms or 0\.5s$/,
    );
  },
);

test.each([
  ['0.5%', 0.005],
  ['50%', 0.5],
  ['7%', 0.07],
  ['100%', 1],
  ['0%', 0],
  ['0', 0],
])('the loss %s is the fraction %f', (text, fraction) => {
  expect(parseLoss(text, '--loss')).toBe(fraction);
});

test.each([
  ['0.5', '0.5% (5 of 1000 packets) or 50% (500 of 1000 packets)'],
  ['.07', '0.07% (0.7 of 1000 packets) or 7% (70 of 1000 packets)'],
  ['1', '1% (10 of 1000 packets) or 100% (1000 of 1000 packets)'],
  ['5', '5% (50 of 1000 packets)'],
])('the loss %s without a unit is refused with what it could mean', (text, meant) => {
  expect(() => parseLoss(text, '--loss')).toThrow(`--loss: '${text}' has no unit; write ${meant}`);
});

test.each(['', '101%', '-1%', '101', '1%%', 'half', '1e-3%'])(
  'the loss "%s" is refused with the spellings',
  (text) => {
    expect(() => parseLoss(text, '--loss')).toThrow(
      /is not a loss from 0% to 100%; use 0\.5% or 50%$/,
    );
  },
);

test('bursts are packets, one at least', () => {
  expect(['1', '4', '2.5'].map((text) => parseBurst(text, '--burst'))).toEqual([1, 4, 2.5]);
  for (const text of ['', '0', '0.9', '-4', '4p', '1001']) {
    expect(() => parseBurst(text, '--burst')).toThrow(
      /number of packets from 1 \(independent\) to 1000; use 4$/,
    );
  }
});

test.each([
  ['1bdp', { kind: 'bdp', multiple: 1 }],
  ['0.5BDP', { kind: 'bdp', multiple: 0.5 }],
  ['100p', { kind: 'packets', packets: 100 }],
  ['64kB', { kind: 'bytes', bytes: 64_000 }],
  ['250KB', { kind: 'bytes', bytes: 250_000 }],
  ['64KiB', { kind: 'bytes', bytes: 65_536 }],
  ['1500B', { kind: 'bytes', bytes: 1_500 }],
  ['codel', { kind: 'codel' }],
])('the queue %s', (text, size) => {
  expect(parseQueue(text, '--queue')).toEqual(size);
});

test.each([
  '',
  '1',
  '0bdp',
  '101bdp',
  '0p',
  '1.5p',
  '1499B',
  '1kB',
  '2GB',
  'codel2',
  'fq',
  '-1p',
  '0ms',
  '11s',
])('the queue "%s" is refused with the spellings', (text) => {
  expect(() => parseQueue(text, '--queue')).toThrow(/1bdp .* 100p .* 64kB .* or codel/);
});

test('what is formatted is read as the same', () => {
  for (const kbps of [8, 500, 999.5, 1_000, 1_500, 20_000, 1_000_000, 10_000_000]) {
    expect(parseRate(formatRate(kbps), '')).toBe(kbps);
  }
  for (let percent = 0; percent <= 100; percent += 0.25) {
    expect(parseLoss(formatLoss(percent / 100), '')).toBe(Number((percent / 100).toPrecision(12)));
  }
  for (const text of ['0.5bdp', '1000ms', '100p', '64kB', '65536B', '65.5kB', 'codel']) {
    expect(formatQueue(parseQueue(text, ''))).toBe(text);
  }
});

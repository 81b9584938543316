import { expect, test } from 'vitest';
import { TOOLS, toolsFor } from './check-tools.ts';

/** What wrk 4.1.0 and h2load print, of a server on this machine. */
const wrk = (more = '', requests = 46_823, perSecond = '42513.34') => `
Running 1s test @ http://127.0.0.1:18080/
  1 threads and 4 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   741.28us    3.61ms  39.97ms   97.30%
    Req/Sec    42.93k    18.77k   56.90k    81.82%
  ${requests} requests in 1.10s, 14.47MB read
${more}Requests/sec:  ${perSecond}
Transfer/sec:     13.14MB
`;
const h2load = (finished: string, requests: string, codes: string) => `
starting benchmark...
spawning thread #0: 4 total client(s). Timing-based test with 1s of warm-up time and 1s of main duration for measurements.
Warm-up started for thread #0.
progress: 100% of clients started
Application protocol: h2c
Main benchmark duration is over for thread #0. Stopping all clients.

finished in ${finished}
requests: ${requests}
status codes: ${codes}
traffic: 5.50MB (5762199) total, 91.69KB (93886) headers (space savings 95.34%), 8.93MB (9361000) data
                     min         max         mean         sd        +/- sd
time for request:       35us      3.99ms       149us       100us    94.41%
req/s           :    6275.53     6301.06     6289.82       11.46    75.00%
`;

test('wrk counts requests, and what was wrong with them', () => {
  const { read } = TOOLS.wrk;
  expect(read(wrk())).toEqual({ perSecond: 42_513.34, succeeded: 46_823, failed: 0 });
  const notFound = '  Non-2xx or 3xx responses: 71171\n';
  expect(read(wrk(notFound, 71_171, '64728.68'))).toEqual({
    perSecond: 64_728.68,
    succeeded: 0,
    failed: 71_171,
  });
  const closed = '  Socket errors: connect 0, read 607, write 0, timeout 0\n';
  expect(read(wrk(closed, 60_179, '54729.78'))).toEqual({
    perSecond: 54_729.78,
    succeeded: 60_179,
    failed: 607,
  });
});

test('h2load counts its requests, whose status codes need not add up', () => {
  const { read } = TOOLS.h2load;
  const all =
    '25163 total, 25163 started, 25163 done, 25163 succeeded, 0 failed, 0 errored, 0 timeout';
  expect(
    read(h2load('2.00s, 25163.00 req/s, 5.50MB/s', all, '25162 2xx, 0 3xx, 0 4xx, 0 5xx')),
  ).toEqual({ perSecond: 25_163, succeeded: 25_163, failed: 0 });
  const wrong =
    '16120 total, 16120 started, 16120 done, 3 succeeded, 16117 failed, 0 errored, 0 timeout';
  expect(
    read(h2load('2.00s, 16120.00 req/s, 3.52MB/s', wrong, '0 2xx, 0 3xx, 16119 4xx, 0 5xx')),
  ).toEqual({ perSecond: 16_120, succeeded: 3, failed: 16_117 });
});

test('an output that is not known is an error that shows it', () => {
  expect(() => TOOLS.wrk.read('usage: wrk')).toThrow('usage: wrk');
  expect(() => TOOLS.h2load.read('')).toThrow('its output has no finished in');
});

test('each protocol has the programs that speak it', () => {
  expect(toolsFor('http/1.1')).toEqual(['wrk', 'h2load']);
  expect(toolsFor('h2')).toEqual(['h2load']);
  expect(toolsFor('websocket')).toEqual([]);
});

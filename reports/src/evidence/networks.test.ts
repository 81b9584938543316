import { expect, test } from 'vitest';
import { NETWORK } from '../../fixtures/made-up-networks.ts';
import { dataWith, reportOf, RUN } from '../../fixtures/evidence-report.ts';
import { plainText } from '../document/block.ts';
import { networksSection } from '../document/sections/networks.ts';
import { linkRows, networkFacts, readingLine } from './networks.ts';

function factsOf(changes: Partial<typeof NETWORK>, cells = RUN.cells): Record<string, string> {
  const network = { ...NETWORK, ...changes };
  const data = dataWith({ networks: [network] }, cells);
  return Object.fromEntries(
    networkFacts(data, network).map(([term, text]) => [term, plainText(text)]),
  );
}

const over4g = RUN.cells.filter(({ cell }) => cell.network === 'reference-4g');

test('each quantity stands as configured and as measured', () => {
  expect(linkRows(NETWORK)).toEqual([
    ['round-trip time', '100 ms', '100.4 ms (100.2 – 101.3, n=40)'],
    ['TCP connect', 'one round trip', '100.5 ms (100.3 – 100.9, n=10)'],
    ['down: delay', '50 ms', '50.2 ms (50.1 – 50.9, n=100)'],
    ['down: rate', '20 Mbit/s', '19.9 Mbit/s of UDP, 19.9 Mbit/s of TCP'],
    ['down: loss', '0.5 %', '0.525 % (99 %: 0.3 % – 0.9 %, n=4000)'],
    ['down: queue', 'droptail, 250,000 bytes', '249,600 bytes'],
    ['up: delay', '50 ms', '50.2 ms (50.1 – 50.9, n=100)'],
    ['up: rate', '10 Mbit/s', '9.95 Mbit/s of UDP, 9.95 Mbit/s of TCP'],
    ['up: loss', '0.5 %', '0.525 % (99 %: 0.3 % – 0.9 %, n=4000)'],
    ['up: queue', 'droptail, 125,000 bytes', '124,600 bytes'],
  ]);
  const unmeasured = linkRows({ ...NETWORK, certificate: null });
  expect(unmeasured.map(([, , measured]) => measured).join('')).toBe('');
});

test('a network without a limit says what its measured rate is', () => {
  const { profile } = NETWORK;
  const free = { ...profile, down: { ...profile.down, rateKbps: null, queue: null } };
  const rows = linkRows({ ...NETWORK, profile: free });
  expect(rows[3]).toEqual([
    'down: rate',
    'no limit',
    'all that was sent: 19.9 Mbit/s of UDP, 19.9 Mbit/s of TCP',
  ]);
  expect(rows[5]?.[1]).toBe('none');
});

test('how a network was made and what moved over it', () => {
  expect(factsOf({}, over4g)).toEqual({
    'Made by': 'rattan 0.1.1 (rattan works here; tc: this kernel has no sch_netem)',
    Options: '--networks reference-4g',
    Seeds: '1 for the measurement above, then the cells’ own',
    TCP: 'cubic on both sides, tcp_notsent_lowat the kernel’s default',
    'Kernel settings inside': 'route-congctl=cubic, net.ipv4.tcp_no_metrics_save=1',
    'Checked around cells': '146 cells; 1 of them outside tolerance',
    Workload: expect.stringContaining('size of each file of the bulk transfer: 50 MiB'),
  });
  const loopback = factsOf({ backend: null, loopback: true, why: 'not root' }, over4g);
  expect(loopback['Made by']).toBe('loopback, no emulated network (not root)');
  expect(loopback).not.toHaveProperty('Seeds');
});

test('only the parameters that a cell obeyed are stated', () => {
  const of = (scenario: string, kind: string) =>
    factsOf(
      {},
      over4g.filter(({ cell }) => cell.scenario === scenario && cell.kind === kind),
    )['Workload'];
  expect(of('1a', 'text')).toBe('texts loaded or created at once, one batch after the other: 10');
  expect(of('1a', 'binary')).toBe(
    'size of each file of one user’s batches: 1 MiB; files loaded or created at once, one batch after the other: 10',
  );
  expect(of('3e', 'text')).toBe(
    'mutations of the producer: 5; pages that subscribe, beside the one that mutates: 2',
  );
  expect(of('connect', 'text')).toBe('nothing ran');
});

test('a check says what the link carried together', () => {
  const reading = over4g[0]?.cell.certificate?.before.readings.at(-1);
  if (!reading) throw new Error('the made-up cell has no reading');
  expect(readingLine(reading)).toBe('RTT 100.4 ms, down 19.9 Mbit/s, up 9.95 Mbit/s');
});

test('what was outside tolerance comes first', () => {
  const certificate = NETWORK.certificate && { ...NETWORK.certificate, problems: ['too slow'] };
  const section = networksSection(
    reportOf(dataWith({ networks: [{ ...NETWORK, certificate }] }, [])),
  );
  const [first] = section?.blocks ?? [];
  expect(first).toMatchObject({
    section: {
      id: 'network-reference-4g',
      blocks: [{ role: 'warning', text: ['Outside tolerance: too slow'] }, {}, {}],
    },
  });
});

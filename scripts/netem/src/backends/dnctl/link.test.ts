import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LinkDirection } from '@holbench/results/network-profile';
import { afterAll, expect, test } from 'vitest';
import type { Command } from './commands.ts';
import { putBackLeftovers, startDnctlLink } from './link.ts';
import { DEFAULT_TCP } from '../../tcp-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'holbench-dnctl-'));
const statePath = join(folder, 'cache/state.json');
afterAll(() => rmSync(folder, { recursive: true }));

const direction: LinkDirection = {
  rateKbps: 1000,
  delayMs: 10,
  jitterMs: 0,
  lossFraction: 0,
  lossBurstPackets: 1,
  queue: { kind: 'droptail', limitBytes: 4096 },
};
const options = {
  profile: { id: 'it', down: direction, up: direction },
  seed: 1,
  tcp: DEFAULT_TCP,
  logFolder: '/nonexistent',
};
const LO0 = 'lo0: flags=8049<UP,LOOPBACK,RUNNING> mtu 16384\n\tinet 127.0.0.1 netmask 0xff000000\n';

/** A Mac that answers as its manual says, fails at `failAt`, and has `answers` of its own. */
function mac({
  failAt = 'never',
  answers = {},
}: {
  failAt?: string;
  answers?: Record<string, string>;
}) {
  const lines: string[] = [];
  const known: Record<string, string> = {
    'ifconfig lo0': LO0,
    'ifconfig -a': LO0,
    'sh -c pfctl -E 2>&1': 'pf enabled\nToken : 42\n',
    ...answers,
  };
  const run = ({ command, args }: Command): string => {
    const line = [command, ...args].join(' ');
    lines.push(line);
    if (line.startsWith(failAt)) throw new Error('it failed');
    return known[line] ?? '';
  };
  return { run, lines };
}

test('a link is undone once, however often it is stopped', async () => {
  const { run, lines } = mac({});
  const link = startDnctlLink(options, run, statePath);
  const before = lines.length;
  expect(existsSync(statePath)).toBe(true);
  // Its owner runs.
  expect(putBackLeftovers(run, statePath)).toBe(false);
  // dummynet does not tell full-size packets from others: nothing is stratified, and nothing changes.
  expect(await link.armLosses({ direction: 'down', seed: 1, firstLoss: 0.5 })).toBe(false);
  expect(lines).toHaveLength(before);
  await Promise.all([link.stop(), link.stop()]);
  await link[Symbol.asyncDispose]();
  expect(lines.slice(before)).toContain('pfctl -X 42');
  expect(lines.slice(before)).toHaveLength(7);
  expect(lines.at(-1)).toBe('ifconfig lo0 mtu 16384');
  expect(existsSync(statePath)).toBe(false);
});

test.each(['ifconfig lo0 alias 10.77.0.2', 'dnctl pipe 10772', 'pfctl -q', 'sh -c pfctl -E'])(
  'a failure of %s leaves nothing behind',
  (failAt) => {
    const { run, lines } = mac({ failAt });
    expect(() => startDnctlLink(options, run, statePath)).toThrow('it failed');
    expect(lines.slice(-2)).toEqual(['ifconfig lo0 -alias 10.77.0.2', 'ifconfig lo0 mtu 16384']);
    expect(existsSync(statePath)).toBe(false);
  },
);

test('settings of TCP that are not the default are refused before anything changes', () => {
  const { run, lines } = mac({});
  const tcp = { ...DEFAULT_TCP, congestionControl: 'reno' };
  expect(() => startDnctlLink({ ...options, tcp }, run, statePath)).toThrow('--tcp-cc');
  expect(lines).toEqual([]);
});

test.each([
  ['ifconfig -a', 'en0: flags=8863\n\tinet 10.77.0.2 netmask 0xffffff00\n', 'address 10.77.0.2'],
  ['dnctl list', '10772:  20.000 Mbit/s    50 ms   50 sl. 0 queues\n', 'pipe 10772'],
])("what %s shows of another program's is not touched", (line, answer, reason) => {
  const { run, lines } = mac({ answers: { [line]: answer } });
  expect(() => startDnctlLink(options, run, statePath)).toThrow(reason);
  expect(lines.at(-1)).toBe(line);
});

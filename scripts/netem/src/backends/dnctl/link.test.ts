import type { LinkDirection } from '@holbench/results/network-profile';
import { expect, test, vi } from 'vitest';
import type { Command } from './commands.ts';
import { startDnctlLink } from './link.ts';

// The file is the Mac's business: these tests run anywhere, also beside each other.
vi.mock('./remember.ts', () => ({
  rememberBefore: async () => {},
  forgetBefore: async () => {},
}));

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
  tcp: { congestionControl: 'cubic', notsentLowatBytes: null },
  logFolder: '/nonexistent',
};

/** A Mac that answers as its manual says, and fails at `failAt`. */
function mac(failAt?: string): { run: (command: Command) => Promise<string>; lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    async run({ command, args }) {
      const line = [command, ...args].join(' ');
      lines.push(line);
      if (failAt !== undefined && line.startsWith(failAt)) throw new Error('it failed');
      if (line === 'ifconfig lo0') return 'lo0: flags=8049<UP,LOOPBACK,RUNNING> mtu 16384\n';
      return line === 'pfctl -E' ? 'pf enabled\nToken : 42\n' : '';
    },
  };
}

test('a link is undone once, however often it is stopped', async () => {
  const { run, lines } = mac();
  const link = await startDnctlLink(options, run, () => {});
  const before = lines.length;
  await Promise.all([link.stop(), link.stop()]);
  await link[Symbol.asyncDispose]();
  expect(lines.slice(before)).toContain('pfctl -X 42');
  expect(lines.slice(before)).toHaveLength(7);
  expect(lines.at(-1)).toBe('ifconfig lo0 mtu 16384');
});

test.each(['ifconfig lo0 alias 10.77.0.2', 'dnctl pipe 10772', 'pfctl -q', 'pfctl -E'])(
  'a failure of %s leaves nothing behind',
  async (step) => {
    const { run, lines } = mac(step);
    await expect(startDnctlLink(options, run, () => {})).rejects.toThrow('it failed');
    expect(lines.slice(-2)).toEqual(['ifconfig lo0 -alias 10.77.0.2', 'ifconfig lo0 mtu 16384']);
  },
);

test('settings of TCP that are not the default are refused before anything changes', async () => {
  const { run, lines } = mac();
  const tcp = { congestionControl: 'reno', notsentLowatBytes: null };
  await expect(startDnctlLink({ ...options, tcp }, run, () => {})).rejects.toThrow('--tcp-cc');
  expect(lines).toEqual([]);
});

import { PLAIN_PROFILE } from '@holbench/netem/backends/plain-profile';
import { tcBackend } from '@holbench/netem/backends/tc';
import { expect, test } from 'vitest';
import { acceptBackend } from './accept-backend.ts';

/**
 * On a kernel without netem this is skipped here and run by tests/netem/uml/ in a guest, where to
 * start a process takes ten times as long.
 */
await (process.env['HOLBENCH_GUEST'] === undefined
  ? acceptBackend(tcBackend)
  : acceptBackend(tcBackend, { limitMs: 15_000 }));

test('losses too many for runs so short are refused', () => {
  const up = { ...PLAIN_PROFILE.up, lossFraction: 0.7, lossBurstPackets: 1.5 };
  expect(tcBackend.whyUnsupported({ ...PLAIN_PROFILE, up })).toMatch(/cannot come in bursts/);
  expect(tcBackend.whyUnsupported(PLAIN_PROFILE)).toBeNull();
});

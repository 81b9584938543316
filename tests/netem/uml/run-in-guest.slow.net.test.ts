import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInGuest, whyNoGuest } from './run-in-guest.ts';

const missing = await whyNoGuest();
const skipped = missing === null ? '' : ` (skipped: ${missing})`;
const ONLY_IN_GUEST = join(import.meta.dirname, 'never');

test.skipIf(missing)(
  `a guest runs a command as root in a kernel with netem, and leaves nothing behind${skipped}`,
  async () => {
    const result = await runInGuest({
      command: 'sh',
      args: [
        '-c',
        `set -e; id -u; uname -m; echo "$WORD"; pwd
        ip netns add one; tc -n one qdisc add dev lo root netem delay 5ms; ls /run/netns
        touch ${ONLY_IN_GUEST}; ls ${ONLY_IN_GUEST}; echo trouble >&2; exit 7`,
      ],
      cwd: import.meta.dirname,
      env: { WORD: "it's me" },
      limitSeconds: 20,
    });
    expect(result).toEqual({
      exitCode: 7,
      stdout: `0\nx86_64\nit's me\n${import.meta.dirname}\none\n${ONLY_IN_GUEST}\n`,
      stderr: 'trouble\n',
    });
    expect(existsSync(ONLY_IN_GUEST)).toBe(false);
  },
);

test.skipIf(missing)(`a command that does not end is killed${skipped}`, async () => {
  const options = { command: 'sleep', args: ['60.25'], cwd: '/', limitSeconds: 1 };
  expect((await runInGuest(options)).exitCode).toBe(137);
  expect(execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })).not.toContain('60.25');
});

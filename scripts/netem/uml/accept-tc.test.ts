import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/platform/project-root';
import { expect, test } from 'vitest';
import { runInGuest, whyNoGuest } from './run-in-guest.ts';

const TESTS = 'scripts/netem/src/backends/tc.test.ts';
const LIMIT_SECONDS = 90;

const why = await whyNoGuest();
const skipped = why === null ? '' : ` (skipped: ${why})`;

test.skipIf(why !== null)(
  `${TESTS} passes in a User-Mode Linux guest${skipped}`,
  async () => {
    const { exitCode, stdout, stderr } = await runInGuest({
      command: process.execPath,
      args: [vitest(), 'run', '--reporter', 'verbose', TESTS],
      cwd: PROJECT_ROOT,
      env: { HOLBENCH_GUEST: '1', NO_COLOR: '1' },
      limitSeconds: LIMIT_SECONDS,
    });
    expect(exitCode, `${stdout}\n${stderr}`).toBe(0);
    // Nothing was skipped there: every title has passed.
    expect(stdout).toMatch(/links of tc > set-up and tear-down/);
    expect(stdout).not.toMatch(/skipped/);
  },
  (LIMIT_SECONDS + 30) * 1_000,
);

/** The program of this very version, which a shell script in node_modules/.bin only starts. */
function vitest(): string {
  return join(PROJECT_ROOT, 'node_modules/vitest/vitest.mjs');
}

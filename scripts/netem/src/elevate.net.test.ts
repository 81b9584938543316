import { execFile, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { expect, test } from 'vitest';
import { elevateIfNeeded, mayBeGivenBack, sudoCommand } from './elevate.ts';

const MODULE = new URL('elevate.ts', import.meta.url).href;

const program = {
  execPath: '/opt/node',
  execArgv: ['--no-warnings'],
  argv: ['/opt/node', '/lab/main.ts', '--out=a run', '--networks=reference-4g'],
  env: { PATH: '/opt:/usr/bin', HOME: '/home/me', SHELL: '/bin/sh' },
};

test('the program, its arguments and what it finds on PATH stay the same, root finds more', () => {
  expect(sudoCommand({ ...program, platform: 'darwin' }).join(' ')).toBe(
    'sudo -n --preserve-env -- env PATH=/opt:/usr/bin:/usr/local/sbin:/usr/sbin:/sbin ' +
      'HOME=/home/me /opt/node --no-warnings /lab/main.ts --out=a run --networks=reference-4g',
  );
});

test('root finds the browsers of the user, and writes nothing into the home folder', () => {
  const command = sudoCommand({ ...program, platform: 'linux' });
  expect(command).toContain('PLAYWRIGHT_BROWSERS_PATH=/home/me/.cache/ms-playwright');
  expect(command).toContain(`XDG_CACHE_HOME=${PROJECT_ROOT}/.cache/root/cache`);
  expect(command).toContain(`XDG_CONFIG_HOME=${PROJECT_ROOT}/.cache/root/config`);
});

test('what root makes is given to the user, what was in a folder of another user is not', () => {
  const { uid } = statSync(import.meta.dirname);
  expect(mayBeGivenBack(join(import.meta.dirname, 'not-there-yet'), uid)).toBe(true);
  expect(mayBeGivenBack(import.meta.dirname, uid)).toBe(true);
  expect(mayBeGivenBack(import.meta.dirname, uid + 1)).toBe(false);
});

const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot)('root goes on as it is (for root only)', async () => {
  expect(await elevateIfNeeded('to do something')).toBe('continue');
});

const sudoWorks = !isRoot && spawnSync('sudo', ['-n', '--preserve-env', 'true']).status === 0;

test.skipIf(!sudoWorks)(
  'a user goes on as root, and gets the exit code (for users with passwordless sudo only)',
  async () => {
    const script = `
      const { elevateIfNeeded } = await import(${JSON.stringify(MODULE)});
      if ((await elevateIfNeeded('to test it')) === 'continue') {
        console.log(process.getuid());
        process.exitCode = 7;
      }`;
    const running = promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      script,
    ]);
    await expect(running).rejects.toMatchObject({ code: 7, stdout: '0\n' });
  },
);

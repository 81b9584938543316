import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { UserError } from '@holbench/process/user-error';
import { runTool } from '@holbench/process/run-tool';
import type { Backend, Link, LinkOptions } from '../backend.ts';
import { type Command, tearDownCommands } from './dnctl/commands.ts';
import { beyondDummynet } from './dnctl/limits.ts';
import { startDnctlLink } from './dnctl/link.ts';
import { forgetBefore, leftBehind } from './dnctl/remember.ts';

/**
 * pf and dummynet of macOS. **Not yet run on a Mac**: its command lists are checked against the
 * sources and manuals of Apple, and by golden tests. Losses are random but cannot be seeded there, and
 * its clock ticks every millisecond. The certificate of each link says whether it does what it should.
 */
export const dnctlBackend: Backend = {
  id: 'dnctl',

  async whyUnavailable() {
    if (process.platform !== 'darwin') return 'pf with dummynet is of macOS';
    if (process.getuid?.() !== 0) return 'it needs root: run with sudo';
    try {
      await run({ command: 'dnctl', args: ['list'] });
      const rules = await run({ command: 'pfctl', args: ['-s', 'dummynet'] });
      if (rules.includes('dummynet-anchor "com.apple/*"')) return null;
      return 'the rules of pf do not reference com.apple anchors: sudo pfctl -f /etc/pf.conf loads those of macOS';
    } catch (error) {
      return `pf with dummynet does not work here: ${(error as Error).message}`;
    }
  },

  whyUnsupported: beyondDummynet,

  async version() {
    return `dummynet of macOS ${(await runTool('sw_vers', ['-productVersion'])).trim()}`;
  },

  async start(options: LinkOptions): Promise<Link> {
    await removeDnctlLeftovers();
    return startDnctlLink(options, run, runNow).catch((error: unknown) => {
      if (error instanceof UserError) throw error;
      throw new UserError(`pf and dummynet refuse this network: ${(error as Error).message}`);
    });
  },
};

/**
 * Puts back what a killed run changed.
 * @returns what that was, in words; empty when nothing, as on every other system.
 * @throws UserError when this user may not.
 */
export async function removeDnctlLeftovers(): Promise<string[]> {
  const before = process.platform === 'darwin' ? await leftBehind() : null;
  if (before === null) return [];
  // Else every command would fail, and what there is to put back be forgotten.
  if (process.getuid?.() !== 0) {
    throw new UserError('a killed run left its pf rules: run sudo pnpm netem clean');
  }
  for (const command of tearDownCommands(before)) await run(command).catch(() => {});
  await forgetBefore();
  return ['pf rules, dummynet pipes and lo0 addresses of a run that was killed'];
}

async function run({ command, args, stdin = '' }: Command): Promise<string> {
  const running = promisify(execFile)(command, args, { timeout: 20_000 });
  running.child.stdin?.end(stdin);
  try {
    const { stdout, stderr } = await running;
    return stdout + stderr;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`${command}: ${stderr?.trim() || message}`, { cause: error });
  }
}

function runNow({ command, args }: Command): void {
  spawnSync(command, args, { stdio: 'ignore', timeout: 5_000 });
}

import { runCommand } from '../run-command.ts';
import { broken, type StageResult } from './stage.ts';

/** Conformance, e2e and the smoke bench run what was built: it must be what the sources say. */
export async function runBuild(): Promise<StageResult> {
  const { exitCode } = await runCommand('node', ['scripts/build.ts'], { stdio: 'inherit' });
  if (exitCode !== 0) return broken(`pnpm build ended with exit code ${exitCode}`);
  return { passed: 1, failures: [], skips: [] };
}

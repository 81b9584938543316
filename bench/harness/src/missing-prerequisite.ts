import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tools } from './tools.ts';

/** @returns what every variant needs and this machine lacks, with the remedy; null when all is there. */
export async function missingPrerequisite(tools: Tools): Promise<string | null> {
  if (!tools.chromium) return 'no Chromium found; run ./setup.sh, or set HOLBENCH_CHROMIUM to one';
  if (!tools.certificate) return 'no valid certificate in certs/; run ./setup.sh';
  return access(join(tools.root, 'client/dist/index.html')).then(
    () => null,
    () => 'the page is not built; run pnpm build',
  );
}

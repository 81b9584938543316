import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startVariant } from '@holbench/harness/start-variant';
import { findOnPath } from '@holbench/process/find-on-path';
import { UserError } from '@holbench/process/user-error';
import { HEALTH_PATH } from '@holbench/protocol/health';
import { MIN_CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { installed } from '@holbench/test-programs/installed';
import { mustRun, runLong } from '@holbench/test-programs/long-program';
import { variant } from '@holbench/variants/registry';
import type { RunOptions, Suite, Versions } from '../suite.ts';
import { variantSubject } from '../variant-subject.ts';
import { BARE_SUBJECTS, startBareServer } from './bare-servers.ts';
import { readReport } from './report.ts';

/** go.sum beside it pins what it names by content. */
const MODULE = join(import.meta.dirname, 'go.mod');
const BUILD = ['build', '-mod=readonly', '-trimpath', '-buildvcs=false', '-o'];
// The path has a small answer, which does not decide what frame comes next.
const ARGUMENTS = ['--tls', '--insecure', '--strict', '--host', '127.0.0.1', '--path', HEALTH_PATH];
const BUILD_MS = 300_000;
/** Of one server; about 10 s. */
const RUN_MS = 180_000;

export const h2spec: Suite = {
  id: 'h2spec',
  title: 'h2spec 2.2.1',
  subjects: [
    variantSubject('node-http2', 'bare-node'),
    variantSubject('caddy-http2', 'bare-caddy'),
    variantSubject('envoy-http2', 'bare-envoy'),
    ...BARE_SUBJECTS,
  ],
  accepted: ['passed'],
  whyNot: async () =>
    (await findOnPath(['go'])) === null
      ? 'no Go found to build it; install Go 1.21 or newer'
      : null,
  run: async (subject, options) => {
    const program = await install(options.folder);
    await using server = await start(subject, options);
    const report = join(options.folder, 'report.xml');
    await rm(report, { force: true });
    // It fails when a case has failed.
    await runLong({
      name: 'h2spec',
      command: program,
      args: [...ARGUMENTS, '--port', String(server.port), '--junit-report', report],
      logPath: join(options.folder, 'h2spec.log'),
      limitMs: RUN_MS,
    });
    const text = await readFile(report, 'utf8').catch(() => {
      throw new UserError(`h2spec left no report (log: ${options.folder}/h2spec.log)`);
    });
    return { outcomes: readReport(text), versions: server.versions };
  },
};

type Started = AsyncDisposable & { readonly port: number; readonly versions: Versions };

async function start(subject: string, options: RunOptions): Promise<Started> {
  const bare = await startBareServer(subject, options);
  if (bare) return bare;
  const { tools, folder: logFolder } = options;
  return startVariant(variant(subject), { tools, fileBytes: MIN_CHUNK_BYTES, logFolder });
}

/** @returns the path of the program. */
async function install(folder: string): Promise<string> {
  const built = await installed('h2spec', MODULE, (target) =>
    mustRun({
      name: 'the build of h2spec',
      command: 'go',
      args: [...BUILD, join(target, 'h2spec'), 'github.com/summerwind/h2spec/cmd/h2spec'],
      cwd: dirname(MODULE),
      logPath: join(folder, 'build.log'),
      limitMs: BUILD_MS,
    }),
  );
  return join(built, 'h2spec');
}

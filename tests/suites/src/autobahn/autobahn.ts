import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startVariant } from '@holbench/harness/start-variant';
import { UserError } from '@holbench/process/user-error';
import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import { MAX_MESSAGE_BYTES, MIN_CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import { mustRun } from '@holbench/test-programs/long-program';
import { pythonPackages } from '@holbench/test-programs/python-packages';
import { variant as variantOf } from '@holbench/variants/registry';
import * as v from 'valibot';
import type { Outcomes, Suite } from '../suite.ts';
import { variantSubject } from '../variant-subject.ts';
import { findPython2 } from './python.ts';

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
/** Of one variant; about 45 s. */
const RUN_MS = 600_000;

/** Cases whose messages are larger than the application takes: up to 16 MiB. */
const LARGE = ['9.1.4', '9.1.5', '9.1.6', '9.2.4', '9.2.5', '9.2.6', '9.3.*', '9.4.*'];

/**
 * Each pass starts the variant anew: what is tested has the limits of what is served, but for the cases that send more
 * than those allow. Sections 12 and 13 are of compression, which no variant has.
 */
const PASSES = [
  {
    name: 'as served',
    echoBytes: MAX_MESSAGE_BYTES,
    cases: ['1.*', '2.*', '3.*', '4.*', '5.*', '6.*', '7.*', '9.*', '10.*'],
    excluded: LARGE,
  },
  { name: 'large', echoBytes: 16 * MAX_MESSAGE_BYTES, cases: LARGE, excluded: [] },
] as const;

export const autobahn: Suite = {
  id: 'autobahn',
  title: 'Autobahn testsuite 0.8.2',
  // Not `caddy-ws-http2`: the suite opens WebSockets by HTTP/1.1 only.
  subjects: ['node-ws', 'uws-ws', 'caddy-ws', 'envoy-ws'].map((id) => variantSubject(id)),
  accepted: ['OK', 'INFORMATIONAL'],
  whyNot: async () =>
    (await findPython2()) === null
      ? 'no Python 2.7 with pip found; install one, such as by pyenv, or set HOLBENCH_PYTHON2'
      : null,
  run: async (subject, { tools, folder }) => {
    let versions = {};
    const outcomes: Record<string, string> = {};
    const variant = variantOf(subject);
    for (const pass of PASSES) {
      await using running = await startVariant(variant, {
        tools,
        fileBytes: MIN_CHUNK_BYTES,
        logFolder: folder,
        echoBytes: pass.echoBytes,
      });
      ({ versions } = running);
      Object.assign(outcomes, await runPass(running.origin, pass, folder));
    }
    return { outcomes, versions };
  },
};

async function runPass(
  origin: string,
  { name, cases, excluded }: (typeof PASSES)[number],
  folder: string,
): Promise<Outcomes> {
  const [python, site] = await install(folder);
  const outdir = join(folder, name.replace(' ', '-'));
  await mkdir(outdir, { recursive: true });
  const server = {
    agent: 'lab',
    url: `${origin.replace('https:', 'wss:')}${WEBSOCKET_PATH}`,
    origin,
    protocols: [WEBSOCKET_SUBPROTOCOL],
    options: { version: 18 },
  };
  const specification = {
    outdir,
    servers: [server],
    cases,
    'exclude-cases': excluded,
    'exclude-agent-cases': {},
  };
  const path = join(outdir, 'specification.json');
  await writeFile(path, JSON.stringify(specification));
  await mustRun({
    name: 'the Autobahn testsuite',
    command: python,
    args: [
      '-W',
      'ignore',
      '-c',
      'from autobahntestsuite.wstest import run; run()',
      '-m',
      'fuzzingclient',
      '-s',
      path,
    ],
    env: { PYTHONPATH: site },
    logPath: join(outdir, 'wstest.log'),
    limitMs: RUN_MS,
  });
  return readReport(join(outdir, 'index.json'));
}

/** @returns the interpreter, and the folder of its packages. */
async function install(folder: string): Promise<readonly [python: string, site: string]> {
  const python = await findPython2();
  if (python === null) throw new UserError((await autobahn.whyNot()) ?? 'no Python 2.7');
  const site = await pythonPackages({
    name: 'autobahn',
    python,
    requirements: REQUIREMENTS,
    logPath: join(folder, 'install.log'),
    // A folder that pip makes into a package by a file which Python reads in its own folders alone.
    finish: (site) => writeFile(join(site, 'zope/__init__.py'), ''),
  });
  return [python, site];
}

const Report = v.object({
  lab: v.record(v.string(), v.object({ behavior: v.string(), behaviorClose: v.string() })),
});

/** "OK", "NON-STRICT", or where the closing is judged otherwise, "OK, close UNCLEAN". */
async function readReport(path: string): Promise<Outcomes> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UserError(`the Autobahn testsuite left no report at ${path}`);
  });
  const { lab } = v.parse(v.pipe(v.string(), v.parseJson(), Report), text);
  return Object.fromEntries(
    Object.entries(lab).map(([id, { behavior, behaviorClose }]) => {
      const isOne = behavior === behaviorClose || behaviorClose === 'OK';
      return [id, isOne ? behavior : `${behavior}, close ${behaviorClose}`];
    }),
  );
}

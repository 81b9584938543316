import { messageOf } from '@holbench/process/user-error';
import { runTool } from '@holbench/process/run-tool';
import { rightsOf, withoutRights } from '@holbench/process/unprivileged';
import type { Tools } from './tools.ts';

let trial: Promise<string | null> | null = null;

/**
 * Why a browser of this program runs without Chromium's own sandbox. Of the two that it has on Linux, the one by user
 * namespaces is used: the other is a setuid program, which `--no-new-privs` rules out.
 * @returns null: it has its sandbox.
 */
export async function whyNoSandbox(chromium: string): Promise<string | null> {
  if (process.platform !== 'linux') return 'the lab uses it on Linux only';
  const { kind } = await rightsOf(chromium);
  if (kind === 'root') return 'it refuses to run as root';
  trial ??= tryUserNamespace();
  return trial;
}

async function tryUserNamespace(): Promise<string | null> {
  const { command, args } = await withoutRights('unshare', ['--user', '--map-root-user', 'true']);
  return runTool(command, args).then(
    () => null,
    (error: unknown) => `no user namespace for users: ${messageOf(error)}`,
  );
}

/** As whom servers and browsers of this machine's runs run, as a manifest says it. */
export async function describeRights({ serverNodes, chromium }: Tools) {
  const [servers, browser] = await Promise.all([
    rightsOf(serverNodes.newest.path),
    chromium && rightsOf(chromium.path),
  ]);
  return {
    servers: servers.kind,
    browser: browser?.kind ?? null,
    sandbox: chromium !== null && (await whyNoSandbox(chromium.path)) === null,
  };
}

/** Why servers or browsers run as root, with the remedy; null: none does. */
export async function whyRoot({ serverNodes, chromium }: Tools): Promise<string | null> {
  const servers = new Set([
    serverNodes.newest.path,
    ...Object.values(serverNodes.native).flatMap((node) => (node.loads ? [node.path] : [])),
  ]);
  const programs = chromium ? [...servers, chromium.path] : [...servers];
  for (const rights of await Promise.all(programs.map((program) => rightsOf(program)))) {
    if (rights.kind === 'root') return rights.reason;
  }
  return null;
}

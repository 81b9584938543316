import { join } from 'node:path';
import { packageVersion } from '@holbench/core/server/package-version';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { runTool } from '@holbench/process/run-tool';
import type { LabVariant, ServerProgram } from '@holbench/variants/registry';
import * as v from 'valibot';
import { readCertificate, type Certificate } from './certificate.ts';
import { PROXIES } from './proxies/proxies.ts';
import type { ProxyProgram } from './proxies/proxy.ts';
import { Versions } from './readiness/check.ts';
import { findChromium, type Chromium } from './tools/chromium.ts';
import { tsharkVersion } from './tools/capture-tools.ts';
import { chooseServerNodes, type ServerNode, type ServerNodes } from './tools/server-nodes.ts';

/** Programs of this machine, found by running them. */
export interface Tools {
  /** Root folder of the project. */
  readonly root: string;
  readonly serverNodes: ServerNodes;
  /** Built servers with other libraries than the lab's, by their folder under servers/. */
  readonly servers?: Readonly<Record<string, string>>;
  readonly chromium: Chromium | null;
  /** By kind; null for those that are not here. */
  readonly proxies: Readonly<Record<string, ProxyProgram | null>>;
  readonly certificate: Certificate | null;
}

/**
 * Finds everything that the lab needs outside its packages; missing programs are null.
 * @throws UserError when an override (HOLBENCH_SERVER_NODE) is not a Node.js binary.
 */
export async function findTools(): Promise<Tools> {
  const [serverNodes, chromium, proxies, certificate] = await Promise.all([
    chooseServerNodes(),
    findChromium(),
    Promise.all(
      Object.entries(PROXIES).map(async ([kind, proxy]) => [kind, await proxy.find()] as const),
    ),
    readCertificate(),
  ]);
  return {
    root: PROJECT_ROOT,
    serverNodes,
    chromium,
    proxies: Object.fromEntries(proxies),
    certificate,
  };
}

/**
 * The Node.js of a server program; null where what it needs loads in none.
 */
export function nodeOf(
  { serverNodes }: Pick<Tools, 'serverNodes'>,
  { needs }: Pick<ServerProgram, 'needs'>,
): ServerNode | null {
  if (needs === undefined) return serverNodes.newest;
  const node = serverNodes.native[needs];
  return node.loads ? node : null;
}

/** Path of a built server program, whether or not it exists. */
export function serverProgram({ root, servers }: Tools, { folder, entry }: ServerProgram): string {
  return join(servers?.[folder] ?? join(root, 'servers', folder), 'dist', `${entry}.js`);
}

/** Versions of the tools of every run, whatever its variants; null for missing ones. */
export async function toolVersions({ root, chromium, proxies }: Tools) {
  const [caddy, gateway] = [proxies['caddy']?.versions, proxies['gateway']?.versions];
  return {
    toolingNode: process.versions.node,
    chromium: chromium?.version ?? null,
    caddy: caddy?.['caddy'] ?? null,
    quicGo: caddy?.['quic-go'] ?? null,
    envoy: proxies['envoy']?.versions['envoy'] ?? null,
    nginx: proxies['nginx']?.versions['nginx'] ?? null,
    webTransportQuinn: gateway?.['web-transport-quinn'] ?? null,
    quinn: gateway?.['quinn'] ?? null,
    playwright: await packageVersion(join(root, 'bench/harness'), 'playwright-core'),
    artillery: await packageVersion(join(root, 'bench/artillery'), 'artillery'),
    tshark: await tsharkVersion(),
  };
}

/**
 * Versions of the libraries of a variant's server, by name, as its program states them.
 * @throws Error when the program is not built, or does not run.
 */
export async function serverVersions(tools: Tools, variant: LabVariant): Promise<Versions> {
  const program = serverProgram(tools, variant.server);
  const node = nodeOf(tools, variant.server);
  if (node === null) throw new Error(`no Node.js here runs ${program}`);
  const { node: _, ...libraries } = v.parse(
    v.pipe(v.string(), v.parseJson(), Versions),
    await runTool(node.path, [program, '--versions']),
  );
  return libraries;
}

import { readFile } from 'node:fs/promises';
import { arch, cpus, platform, release, totalmem, version } from 'node:os';
import { join } from 'node:path';
import { runTool } from '@holbench/harness/tools/run-tool';
import { packageVersion } from '@holbench/harness/tools/package-version';
import type { Tools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { PROTOCOL_VERSION } from '@holbench/protocol/version';
import type { Manifest } from '@holbench/results/manifest';
import { RESULTS_SCHEMA_VERSION } from '@holbench/results/schema-version';
import { variant as variantOf } from '@holbench/variants/registry';
import type { Configuration } from './configuration.ts';

/** Kernel settings that shape transfers (MEASUREMENT.md): buffers, windows, congestion control. */
const SYSCTLS = [
  'net.core.rmem_max',
  'net.core.wmem_max',
  'net.core.default_qdisc',
  'net.ipv4.tcp_congestion_control',
  'net.ipv4.tcp_notsent_lowat',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_wmem',
  'net.ipv4.tcp_slow_start_after_idle',
];

/** Collects everything that a reader needs to judge or repeat the run that begins now. */
export async function collectManifest(
  run: string,
  config: Configuration,
  tools: Tools,
): Promise<Manifest> {
  const unsupported = config.variants.flatMap((id) => {
    const reason = whyUnsupported(variantOf(id), tools);
    return reason === null ? [] : [{ variant: id, reason }];
  });
  return {
    schemaVersion: RESULTS_SCHEMA_VERSION,
    protocolVersion: PROTOCOL_VERSION,
    run,
    startedAt: new Date().toISOString(),
    endedAt: null,
    git: await gitState(tools.root),
    config,
    network: { backend: 'none', loopback: true },
    machine: {
      os: `${platform()} ${version()}`,
      kernel: release(),
      arch: arch(),
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memoryBytes: totalmem(),
    },
    sysctls: await readSysctls(),
    versions: await versions(tools),
    unsupported,
  };
}

async function gitState(root: string): Promise<Manifest['git']> {
  const git = (...args: string[]) => runTool('git', ['-C', root, ...args]).catch(() => null);
  const commit = (await git('rev-parse', 'HEAD'))?.trim() || null;
  return { commit, dirty: (await git('status', '--porcelain')) !== '' };
}

/** Those that this kernel has; on other systems than Linux none. */
async function readSysctls(): Promise<Record<string, string>> {
  const entries = await Promise.all(
    SYSCTLS.map(async (name): Promise<[string, string][]> => {
      const path = `/proc/sys/${name.replaceAll('.', '/')}`;
      const value = await readFile(path, 'utf8').catch(() => null);
      return value === null ? [] : [[name, value.trim().replaceAll('\t', ' ')]];
    }),
  );
  return Object.fromEntries(entries.flat());
}

async function versions({ root, ...tools }: Tools): Promise<Manifest['versions']> {
  const nodeServers = join(root, 'servers/node');
  return {
    toolingNode: process.versions.node,
    serverNode: tools.serverNode.version,
    chromium: tools.chromium?.version ?? null,
    caddy: tools.caddy?.version ?? null,
    quicGo: tools.caddy?.quicGo ?? null,
    uWebSockets: tools.uws.loads ? tools.uws.version : null,
    ws: await packageVersion(nodeServers, 'ws'),
    fastify: await packageVersion(nodeServers, 'fastify'),
    playwright: await packageVersion(join(root, 'packages/bench'), 'playwright-core'),
    artillery: await packageVersion(join(root, 'tests/load'), 'artillery'),
  };
}

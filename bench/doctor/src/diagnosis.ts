import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeasibilityFinding } from '@holbench/results/feasibility';
import { VARIANTS, type VariantId } from '@holbench/variants/registry';
import { describeMachine, type Machine } from '@holbench/harness/machine';
import { missingPrerequisite } from '@holbench/harness/missing-prerequisite';
import { readSysctls, sysctlAdvice } from '@holbench/harness/sysctls';
import { findTools, type Tools } from '@holbench/harness/tools';
import { packageVersion } from '@holbench/harness/tools/package-version';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { diagnoseNetworks, type NetworksDiagnosis } from './networks.ts';

/** Whether one variant's cells can run here; `reason` names the remedy. */
export interface VariantDiagnosis {
  readonly id: VariantId;
  readonly runs: boolean;
  readonly reason: string | null;
}

/** What `pnpm run doctor --json` prints. A version is null where the thing is missing. */
export interface Diagnosis {
  readonly machine: Machine;
  readonly versions: Readonly<Record<string, string | null>>;
  readonly paths: Readonly<Record<string, string | null>>;
  readonly sysctls: Readonly<Record<string, string>>;
  readonly variants: readonly VariantDiagnosis[];
  readonly networks: NetworksDiagnosis;
  /** What would make numbers better, without which cells still run. */
  readonly advice: readonly string[];
  /** With `--feasibility`: what became of combinations that are no variant. */
  readonly feasibility?: readonly FeasibilityFinding[];
}

/** Looks at this machine and this working copy. */
export async function diagnose(): Promise<Diagnosis> {
  const tools = await findTools();
  const [machine, sysctls, missing, programs, packages] = await Promise.all([
    describeMachine(),
    readSysctls(),
    missingPrerequisite(tools),
    Promise.all(VARIANTS.map(({ server }) => exists(serverProgram(tools, server)))),
    packageVersions(tools.root),
  ]);
  // Not beside the others: it may measure.
  const networks = await diagnoseNetworks();
  return {
    machine,
    versions: {
      'node (tooling)': process.versions.node,
      'node (servers)': tools.serverNode.version,
      chromium: tools.chromium?.version ?? null,
      caddy: tools.caddy?.version ?? null,
      'quic-go': tools.caddy?.quicGo ?? null,
      ...packages,
    },
    paths: {
      serverNode: tools.serverNode.path,
      chromium: tools.chromium?.path ?? null,
      caddy: tools.caddy?.path ?? null,
      certificate: tools.certificate?.cert ?? null,
    },
    sysctls,
    variants: VARIANTS.map((variant, index) => {
      const reason =
        whyUnsupported(variant, tools) ??
        missing ??
        (programs[index] ? null : 'its server is not built; run pnpm build');
      return { id: variant.id, runs: reason === null, reason };
    }),
    networks,
    advice: sysctlAdvice(sysctls),
  };
}

async function packageVersions(root: string): Promise<Record<string, string | null>> {
  const packages = [
    ['uWebSockets.js', 'servers/uws'],
    ['ws', 'servers/node'],
    ['fastify', 'servers/node'],
    ['playwright-core', 'bench/harness'],
    ['artillery', 'bench/artillery'],
  ] as const;
  const entries = packages.map(
    async ([name, folder]) => [name, await packageVersion(join(root, folder), name)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

function serverProgram(tools: Tools, { folder, entry }: { folder: string; entry: string }): string {
  return join(tools.root, 'servers', folder, 'dist', `${entry}.js`);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

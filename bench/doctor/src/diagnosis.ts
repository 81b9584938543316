import type { Manifest } from '@holbench/results/manifest';
import { type LabVariant, VARIANTS } from '@holbench/variants/registry';
import { describeMachine, readSysctls, sysctlAdvice } from '@holbench/harness/machine';
import { whyNoCaptures } from '@holbench/harness/tools/capture-tools';
import { whyNoSandbox } from '@holbench/harness/rights';
import { type Rights, rightsOf } from '@holbench/process/unprivileged';
import {
  findTools,
  nodeOf,
  serverVersions,
  type Tools,
  toolVersions,
} from '@holbench/harness/tools';
import { missingPrerequisite, whyUnsupported } from '@holbench/harness/unsupported';
import { nodeAdvice } from './node-advice.ts';
import { diagnoseNetworks, type NetworksDiagnosis } from './networks.ts';

/** Whether one variant's cells can run here; `reason` names the remedy. */
export interface VariantDiagnosis {
  readonly id: string;
  readonly runs: boolean;
  readonly reason: string | null;
  /** Version of the Node.js of its server; null where it loads in none. */
  readonly node: string | null;
}

/** Output of `pnpm run doctor --json`. The version of a missing program is null. */
export interface Diagnosis {
  readonly machine: Manifest['machine'];
  readonly versions: Readonly<Record<string, string | null>>;
  readonly paths: Readonly<Record<string, string | null>>;
  readonly sysctls: Readonly<Record<string, string>>;
  readonly variants: readonly VariantDiagnosis[];
  readonly networks: NetworksDiagnosis;
  /** Whether it can be recorded where messages wait; `reason` names the remedy. */
  readonly ways: { readonly works: boolean; readonly reason: string | null };
  /** As whom servers and browser run, and why the browser has no sandbox; null where there is no browser. */
  readonly rights: {
    readonly servers: Rights;
    readonly browser: (Rights & { readonly noSandbox: string | null }) | null;
  };
  /** Changes that improve the numbers; cells run without them. */
  readonly advice: readonly string[];
}

/** Examines this machine and this working copy. */
export async function diagnose(): Promise<Diagnosis> {
  const tools = await findTools();
  const [machine, sysctls, missing, versions, servers] = await Promise.all([
    describeMachine(),
    readSysctls(),
    missingPrerequisite(tools),
    toolVersions(tools),
    Promise.all(VARIANTS.map((variant) => tryServer(variant, tools))),
  ]);
  // Not beside the others: it may measure.
  const networks = await diagnoseNetworks();
  const noCaptures = await whyNoCaptures();
  return {
    machine,
    versions: Object.assign({}, versions, ...servers.map(({ libraries }) => libraries)),
    paths: {
      serverNode: tools.serverNodes.newest.path,
      chromium: tools.chromium?.path ?? null,
      ...Object.fromEntries(
        Object.entries(tools.proxies).map(([kind, program]) => [kind, program?.path ?? null]),
      ),
      certificate: tools.certificate?.cert ?? null,
    },
    sysctls,
    variants: VARIANTS.map(({ id, server }, index) => {
      const reason = servers[index]?.reason ?? missing;
      const node = nodeOf(tools, server)?.version ?? null;
      return { id, runs: reason === null, reason, node };
    }),
    networks,
    ways: { works: noCaptures === null, reason: noCaptures },
    rights: await diagnoseRights(tools),
    advice: [...nodeAdvice(tools.serverNodes), ...sysctlAdvice(sysctls)],
  };
}

async function diagnoseRights({ serverNodes, chromium }: Tools): Promise<Diagnosis['rights']> {
  const servers = await rightsOf(serverNodes.newest.path);
  if (!chromium) return { servers, browser: null };
  const { path } = chromium;
  return { servers, browser: { ...(await rightsOf(path)), noSandbox: await whyNoSandbox(path) } };
}

/**
 * Asks a variant's server program for its versions, which also proves that it is built and loads.
 */
async function tryServer(
  variant: LabVariant,
  tools: Tools,
): Promise<{ reason: string | null; libraries: Readonly<Record<string, string>> }> {
  const unsupported = whyUnsupported(variant, tools);
  if (unsupported !== null) return { reason: unsupported, libraries: {} };
  return serverVersions(tools, variant).then(
    (libraries) => ({ reason: null, libraries }),
    () => ({ reason: 'its server is not built, or does not run; run pnpm build', libraries: {} }),
  );
}

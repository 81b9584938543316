import { DEFAULT_FACTORS } from '@holbench/factors/values';
import { gitState } from '@holbench/harness/git-state';
import { describeMachine, readSysctls } from '@holbench/harness/machine';
import { describeRights } from '@holbench/harness/rights';
import { toolVersions } from '@holbench/harness/tools';
import { unsupportedOf } from '@holbench/harness/unsupported';
import type { VersionedTools } from '@holbench/harness/versions/tools-of';
import { PROTOCOL_VERSION } from '@holbench/protocol/version';
import { namesIn } from '@holbench/results/block';
import type { Manifest } from '@holbench/results/manifest';
import { RESULTS_SCHEMA_VERSION } from '@holbench/results/schema-version';
import { variant as variantOf } from '@holbench/variants/registry';
import type { Configuration } from './configuration.ts';
import { type BenchNetwork, whyVariantCannotRun } from './network/bench-network.ts';
import { planCells } from './plan.ts';

/** The manifest of a run that begins now. */
export async function collectManifest(
  run: string,
  configuration: Configuration,
  networks: readonly BenchNetwork[],
  versioned: VersionedTools,
): Promise<Manifest> {
  const { networks: _, blocks, ...config } = configuration;
  const variants = namesIn(configuration, 'variants').map(variantOf);
  const cells = planCells(configuration);
  const tools = versioned.of(configuration).tools ?? versioned.own;
  const unsupported = unsupportedOf(variants, (variant) => {
    const own = cells.filter((cell) => cell.variant === variant.id);
    const reasons = (own.length > 0 ? own : [{ ...configuration, variant: variant.id }]).map(
      (cell) => {
        const chosen = versioned.of(cell);
        return chosen.reason ?? whyVariantCannotRun(variant, networks[0], chosen.tools);
      },
    );
    return reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null;
  });
  return {
    schemaVersion: RESULTS_SCHEMA_VERSION,
    protocolVersion: PROTOCOL_VERSION,
    run,
    startedAt: new Date().toISOString(),
    endedAt: null,
    plannedCells: cells.length,
    git: await gitState(tools.root),
    config,
    blocks: [...blocks],
    defaults: DEFAULT_FACTORS,
    networks: networks.map(({ record }) => record),
    machine: await describeMachine(),
    rights: await describeRights(tools),
    sysctls: await readSysctls(),
    versions: await toolVersions(tools),
    unsupported,
  };
}

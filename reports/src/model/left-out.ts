import type { RunNetwork } from '@holbench/results/run-network';
import type { PayloadKind } from '@holbench/results/sample';
import { findScenario, hasKind } from '@holbench/scenarios/registry';
import { partCommand } from './bench-command.ts';
import type { FeasibilityRow } from './feasibility.ts';
import type { ReportData } from './report-data.ts';

/** Why a scenario has no cells of a kind over a network, and what adds them. */
interface Reason {
  readonly why: string;
  /** Where the run had nobody subscribe. */
  readonly fanOut?: readonly number[];
}

/** What the plan of a run left out of the scenarios and kinds that it was about. */
export function leftOut(data: ReportData): FeasibilityRow[] {
  const { config, networks } = data.manifest;
  const rows = networks.flatMap((network) =>
    config.kinds.flatMap((kind) => rowsOf(data, network, kind)),
  );
  return config.alternating ? [...rows, alternatingRow(config.preset)] : rows;
}

/** One row for all scenarios that have the same reason. */
function rowsOf(data: ReportData, network: RunNetwork, kind: PayloadKind): FeasibilityRow[] {
  const { config } = data.manifest;
  const { id } = network.profile;
  const groups = new Map<string, { readonly reason: Reason; readonly scenarios: string[] }>();
  for (const scenario of config.scenarios) {
    const reason = reasonOf(config.preset, network, scenario, kind);
    const ran = data.cells.some(
      ({ cell }) => cell.network === id && cell.scenario === scenario && cell.kind === kind,
    );
    if (reason === null || ran) continue;
    const group = groups.get(reason.why) ?? { reason, scenarios: [] };
    group.scenarios.push(scenario);
    groups.set(reason.why, group);
  }
  return [...groups.values()].map(({ reason: { why, fanOut }, scenarios }) => ({
    about: 'workload',
    id: [id, kind, ...scenarios].join('-'),
    combination: `${scenarios.join(', ')} with ${kind} over ${id}`,
    works: 'left out',
    evidence: why,
    seenAt: '',
    command: partCommand(config, network, {
      scenarios,
      kinds: [kind],
      ...(fanOut === undefined ? {} : { fanOut }),
    }),
  }));
}

function reasonOf(
  preset: string,
  { workload, profile }: RunNetwork,
  scenario: string,
  kind: PayloadKind,
): Reason | null {
  // Not left out: there is no such thing.
  if (!hasKind(scenario, kind)) return null;
  if (hasKind(scenario, 'binary') && !workload.kinds.includes(kind)) {
    return {
      why: `the preset ${preset} moves ${workload.kinds.join(', ')} only over ${profile.id}, which keeps it short`,
    };
  }
  if (findScenario(scenario)?.cellPer === 'fanOut' && workload.fanOut.length === 0) {
    return {
      why: `the preset ${preset} has no subscribers over ${profile.id}: over shaped networks it can take more than a minute to fill all buffers on the way to one reader`,
      fanOut: [10],
    };
  }
  return null;
}

function alternatingRow(preset: string): FeasibilityRow {
  return {
    about: 'workload',
    id: 'alternating',
    combination: 'each scenario and kind with every other variant, in each round',
    works: 'left out',
    evidence: `the preset ${preset} shows that everything works, not how fast`,
    seenAt: '',
    command: 'pnpm bench --preset standard',
  };
}

import type { RunNetwork } from '@holbench/results/run-network';
import type { PayloadKind } from '@holbench/results/sample';
import type { Scenario } from '@holbench/scenarios/scenario';
import { SCENARIOS } from '@holbench/scenarios/registry';
import { isOwn } from '@holbench/variants/registry';
import { partCommand, roundsOf } from '../../evidence/bench-command.ts';
import type { SectionOf } from '../../report.ts';
import type { ReportData } from '../../runs/report-data.ts';
import { networkText, scenarioText } from '../place-name.ts';

type Config = ReportData['manifest']['config'];

/** Scenarios without figures, and the commands that add them. */
export const notRunSection: SectionOf = ({ data }) => {
  const items = notRun(data).map(({ network, scenarios, kinds, command }) => [
    `${scenarioText(...scenarios)} ${kinds.join(' and ')} over ${networkText(network)}: `,
    { text: command, style: 'code' as const },
  ]);
  // Of a run that was stopped, or of which a shard is missing, nobody knows which cells are.
  const isStopped = data.cells.length < data.manifest.plannedCells;
  const title = isStopped ? 'Not run' : 'Not part of this run';
  return items.length === 0 ? null : { id: 'not-run', title, blocks: [{ block: 'list', items }] };
};

/**
 * Scenarios without a cell over a network, be it one that failed. They share a command that lack
 * the same kinds, for the same reason, and have as many rounds.
 */
export function notRun({ cells, manifest }: ReportData) {
  const { config, networks } = manifest;
  const own = SCENARIOS.filter(
    ({ presets, id }) => presets.length > 0 || config.scenarios.includes(id),
  );
  return networks.flatMap((network) => {
    const over = cells.filter(({ cell }) => cell.network === network.profile.id);
    const possible = own.filter((scenario) => isPossible(scenario, network, config));
    const lacking = possible.flatMap((scenario) => {
      const run = over.flatMap(({ cell }) => (cell.scenario === scenario.id ? [cell.kind] : []));
      const missing = scenario.kinds.filter((kind) => !run.includes(kind));
      const byReason = Map.groupBy(missing, (kind) => whyLeftOut(config, network, scenario, kind));
      return [...byReason].map(([why, kinds]) => ({ scenario, kinds, why }));
    });
    const alike = Map.groupBy(lacking, ({ scenario: { id }, kinds, why }) =>
      JSON.stringify([kinds, why, roundsOf(config, network, id)]),
    );
    return [...alike.values()].map((group) => {
      const { kinds = [], why = '' } = group[0] ?? {};
      const scenarios = group.map(({ scenario }) => scenario.id);
      const ofReaders = group.some(({ scenario }) => scenario.cellPer === 'fanOut');
      // A run without subscribers gets some, so that there is something to run.
      const some = ofReaders && network.workload.fanOut.length === 0 ? { fanOut: [10] } : {};
      return {
        network: network.profile.id,
        scenarios,
        kinds,
        /** Why the plan left them out; '' where the run was not about them, or was stopped. */
        why,
        command: partCommand(config, network, { scenarios, kinds, ...some }),
      };
    });
  });
}

/** At a target some scenarios cannot run, and a server of one's own has few of the rest. */
function isPossible(
  { notAtTarget, forOwnServers }: Scenario,
  { found }: RunNetwork,
  { variants }: Config,
): boolean {
  if (!found) return true;
  return notAtTarget === undefined && (forOwnServers === true || !variants.every(isOwn));
}

function whyLeftOut(
  { scenarios, kinds, preset }: Config,
  { workload, profile: { id } }: RunNetwork,
  scenario: Scenario,
  kind: PayloadKind,
): string {
  if (!scenarios.includes(scenario.id) || !kinds.includes(kind)) return '';
  if (scenario.kinds.length > 1 && !workload.kinds.includes(kind)) {
    return `the preset ${preset} moves ${workload.kinds.join(', ')} only over ${id}, which keeps it short`;
  }
  if (scenario.cellPer === 'fanOut' && workload.fanOut.length === 0) {
    return `the preset ${preset} has no subscribers over ${id}: over shaped networks it can take more than a minute to fill all buffers on the way to one reader`;
  }
  return '';
}

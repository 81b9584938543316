import { namesIn } from '@holbench/results/block';
import type { RunNetwork } from '@holbench/results/run-network';
import type { Scenario, ScenarioFamily } from '@holbench/scenarios/scenario';
import { SCENARIOS } from '@holbench/scenarios/registry';
import { isOwn } from '@holbench/variants/registry';
import { partCommand } from '../../evidence/bench-command.ts';
import type { SectionOf } from '../../report.ts';
import type { ReportData } from '../../runs/report-data.ts';
import { networkText, scenarioText } from '../place-name.ts';

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

/** Scenarios that a report has tables for without being asked. */
const EXPECTED: readonly (ScenarioFamily | undefined)[] = [
  'batches',
  'users',
  'session',
  'beside-bulk',
  'set-up',
];

/** These, and those of the run, without a cell over a network, be it one that failed. */
function notRun(data: ReportData) {
  const { cells, manifest } = data;
  const chosen = namesIn(manifest, 'scenarios');
  const own = SCENARIOS.filter(
    ({ id, family }) => EXPECTED.includes(family) || chosen.includes(id),
  );
  const isOwnServer = namesIn(manifest, 'variants').every(isOwn);
  return manifest.networks.flatMap((network) => {
    const { id } = network.profile;
    const over = cells.filter(({ cell }) => cell.network === id);
    const lacking = own
      .filter((scenario) => isPossible(scenario, network, isOwnServer))
      .flatMap((scenario) => {
        const ran = over.flatMap(({ cell }) => (cell.scenario === scenario.id ? [cell.kind] : []));
        const kinds = scenario.kinds.filter((kind) => !ran.includes(kind));
        return kinds.length === 0 ? [] : [{ scenario, kinds }];
      });
    const alike = Map.groupBy(lacking, ({ kinds }) => kinds.join());
    return [...alike.values()].map((group) => {
      const { kinds = [] } = group[0] ?? {};
      const scenarios = group.map(({ scenario }) => scenario.id);
      const command = partCommand(data, { network: id, scenarios, kinds });
      return { network: id, scenarios, kinds, command };
    });
  });
}

/** A server of one's own at a target has few scenarios. */
function isPossible(
  { forOwnServers }: Scenario,
  { found }: RunNetwork,
  isOwnServer: boolean,
): boolean {
  return !found || forOwnServers === true || !isOwnServer;
}

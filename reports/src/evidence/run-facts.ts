import { namesIn, workloadAt } from '@holbench/results/block';
import type { Manifest } from '@holbench/results/manifest';
import { otherWorkWarning } from '@holbench/results/other-work';
import { hasConnections, inOrder } from '@holbench/scenarios/registry';
import { nodeOf, versionsByName } from '@holbench/results/versions';
import { isOwn } from '@holbench/variants/registry';
import type { Fact } from '../document/block.ts';
import { plural } from '../document/format.ts';
import { networkText, scenarioText } from '../document/place-name.ts';
import type { Report } from '../report.ts';
import { byRuns } from '../runs/differing.ts';
import { CELL_STATES, cellState, type ReportData } from '../runs/report-data.ts';
import { commitText, machineText, rightsText } from '../runs/run-differences.ts';
import { runCommand } from './bench-command.ts';
import { congestionText } from './congestion-text.ts';
import { settingsText } from './measured-text.ts';
import { runtimesNotice } from './runtime.ts';
import { workloadText } from './workload-text.ts';

/** The sentence that no reader of loopback figures may miss; null without any. */
export function loopbackWarning(manifest: Manifest): string | null {
  const { networks } = manifest;
  const loopback = networks.filter((network) => network.loopback);
  if (loopback.length === 0) return null;
  const what =
    loopback.length === networks.length
      ? 'everything'
      : loopback.map(({ profile }) => profile.id).join(', ');
  return `No emulated network: ${what} went over loopback. These figures say nothing about head-of-line blocking on a real link.`;
}

/** The sentence that no reader of figures over a real network may miss; null without any. */
export function realNetworkNotice({ networks }: Manifest): string | null {
  const targets = networks.flatMap(({ found }) => (found ? [found.target] : []));
  if (targets.length === 0) return null;
  return `Servers at ${targets.join(', ')}: the network between is a real one, not emulated and not certified, and other traffic on it is in these figures. Compare them with each other, not with those of another network.`;
}

/** Whose server was measured, where it is not the lab's; null where all are. */
export function ownNotice(data: ReportData): string | null {
  const texts = manifestsOf(data).flatMap(([, manifest]) =>
    namesIn(manifest, 'variants')
      .filter(isOwn)
      .map((id) => {
        const said = manifest.versions.servers?.[id];
        const named = Object.entries(said ?? {}).map((each) => each.join(' '));
        const who = named.length === 0 ? 'it says no name' : `it calls itself ${named.join(', ')}`;
        return `${id} is not a server of this lab: ${said ? who : 'nothing of it was measured'}.`;
      }),
  );
  return texts.length === 0 ? null : [...new Set(texts)].join(' ');
}

/** What makes the figures say less than they seem to: of others' servers, of loopback, of a real network, of a busy machine, then of the folders. */
export function warningsOf(data: ReportData): string[] {
  const { manifest, cells, warnings } = data;
  const ofAll = [
    ownNotice(data),
    loopbackWarning(manifest),
    realNetworkNotice(manifest),
    otherWorkWarning(cells.map(({ cell }) => cell)),
  ];
  return [...ofAll.filter((text) => text !== null), ...warnings];
}

/** How many cells there are, by state: `12 cells, all valid.` */
export function countsLine({ manifest, cells }: ReportData): string {
  const states = cells.map(({ cell }) => cellState(cell));
  const counts = CELL_STATES.flatMap((is) => {
    const { length } = states.filter((state) => state === is);
    return length === 0 ? [] : [`${length === cells.length ? 'all' : length} ${is}`];
  });
  const unended = unendedText(manifest);
  return `${[plural(cells.length, 'cell'), ...counts].join(', ')}.${unended === null ? '' : ` ${unended}`}`;
}

/** Of a run that was killed, or is still running; else null. */
export function unendedText({ endedAt, plannedCells }: Manifest): string | null {
  return endedAt === null
    ? `The run did not end: ${plural(plannedCells, 'cell')} were planned.`
    : null;
}

/** The conditions in a line. */
export function summaryLine(data: ReportData): string {
  const texts: ((manifest: Manifest) => string)[] = [
    choiceText,
    ({ machine: { cpu, cores } }) => `${cpu}, ${plural(cores, 'core')}`,
    (of) => {
      const { versions, networks } = of;
      const isKnown = networks.every(({ found }) => found?.helper !== null);
      const nodes = new Set(namesIn(of, 'variants').flatMap((id) => nodeOf(versions, id) ?? []));
      const node = isKnown && nodes.size > 0 ? `, Node ${[...nodes].join(' and ')}` : '';
      return `Chromium ${versions.chromium ?? 'none'}${node}`;
    },
  ];
  return [roundsText(data), ...texts.map((text) => ofRuns(data, text))].join('; ');
}

/** `holbench, run 2026-…-standard, commit 50c52ba, measured 2026-11-21 on 2 cores of …`. */
export function citation({ data, generator }: Report): string {
  const runs = manifestsOf(data).map(([name, { git, startedAt, machine }]) => {
    const { cpu, cores } = machine;
    const on = `measured ${startedAt.slice(0, 10)} on ${plural(cores, 'core')} of ${cpu}`;
    return `run ${name}, commit ${shortCommit(git)}, ${on}`;
  });
  const by = generator.commit === null ? '' : `; report by commit ${shortCommit(generator)}`;
  return `holbench, ${runs.join('; ')}${by}`;
}

function shortCommit({ commit, dirty }: Manifest['git']): string {
  return commitText({ git: { commit: commit?.slice(0, 7) ?? null, dirty } });
}

/** What was measured, on what, with what; of several runs each of what they have. */
export function factRows(report: Report): Fact[] {
  const { data, generator } = report;
  const { manifest, cells } = data;
  const runs = manifestsOf(data);
  const kinds = [...new Set(cells.map(({ cell }) => cell.kind))].toSorted().join(', ');
  const scenarios = inOrder(cells.map(({ cell }) => cell.scenario)).join(', ');
  const texts: [string, string | ((manifest: Manifest) => string)][] = [
    ['Measured', `scenarios ${scenarios}; ${kinds}; ${roundsText(data)}`],
    ['Chosen by', choiceText],
    ['Workload', workloadText(manifest, cells)],
    ['Machine', machineText],
    ['Rights', (run) => (run.rights ? rightsText(run) : '')],
    ['Versions', (run) => `${versionsText(run)}. ${runtimesNotice(data)}`.trim()],
    [
      'Congestion control',
      ({ run, networks }) =>
        networks.some(({ found }) => found)
          ? 'what the two machines have: nothing was set'
          : congestionText(cells.flatMap(({ cell }) => (cell.run === run ? [cell] : []))),
    ],
    ['Kernel settings of the host', ({ sysctls }) => settingsText(sysctls)],
    ['Started', timesText],
    ['Commit of the run', commitText],
    ['Commit of the report', commitText({ git: generator })],
  ];
  return [
    ['Cite as', [citation(report)]],
    ...runs.map(([name, each]): Fact => [
      runs.length === 1 ? 'Command' : `Command of ${name}`,
      [{ text: runCommand(each), style: 'code' }],
    ]),
    ...texts.flatMap(([term, of]): Fact[] => {
      const text = typeof of === 'string' ? of : ofRuns(data, of);
      // Where nothing that ran obeys a parameter of the run.
      return text === '' ? [] : [[term, [text]]];
    }),
  ];
}

function manifestsOf({ manifest, manifests }: ReportData): [string, Manifest][] {
  return [...(manifests ?? new Map([[manifest.run, manifest]]))];
}

/** What all runs have in common once; else each of what they have, with the runs that have it. */
function ofRuns(data: ReportData, text: (manifest: Manifest) => string): string {
  const runs = manifestsOf(data);
  const names = runs.map(([name]) => name);
  const texts = runs.map(([, manifest]) => text(manifest));
  const [first = '', ...others] = new Set(texts);
  return others.length === 0 ? first : byRuns(texts, names);
}

/** `8 rounds of scenario download over network reference-4g, 1 round of scenario 1a over …`. */
function roundsText({ manifest, manifests, cells }: ReportData): string {
  // A budget may have ended them earlier.
  const places = Map.groupBy(cells, ({ cell: { network, scenario } }) =>
    JSON.stringify([network, scenario]),
  );
  const counted = [...places.values()].flatMap((own) =>
    own.slice(0, 1).map(({ cell: { network, scenario } }) => {
      // Shards of a run share its rounds.
      const rounds = own.map(({ cell }) => `${manifests?.get(cell.run)?.run} ${cell.round}`);
      const count = new Set(rounds).size;
      const { connections } = workloadAt(manifest, { network, scenario });
      const what = hasConnections(scenario) ? `${plural(connections, 'connection')} of ` : '';
      return { network, scenario, count, what };
    }),
  );
  const byScenarios = [
    ...Map.groupBy(counted, ({ network, count, what }) => `${count} ${what} ${network}`).values(),
  ];
  const texts = byScenarios.flatMap((own) =>
    own.slice(0, 1).map(({ network, count, what }) => {
      const scenarios = inOrder(own.map(({ scenario }) => scenario));
      return `${plural(count, 'round')} of ${what}${scenarioText(...scenarios)} over ${networkText(network)}`;
    }),
  );
  const most = Math.max(1, ...cells.map(({ cell }) => cell.sideBySide));
  const together = most > 1 ? [`up to ${most} cells side by side`] : [];
  const none = manifest.plannedCells > 0 ? 'no round' : 'nothing';
  return [...(texts.length === 0 ? [none] : texts), ...together].join(', ');
}

function choiceText({ config: { preset, seed } }: Manifest): string {
  return `preset ${preset}, seed ${seed}`;
}

function versionsText({ versions }: Manifest): string {
  const known = Object.entries(versionsByName(versions)).filter(([, version]) => version !== null);
  return known.map(([name, version]) => `${name} ${version}`).join(', ');
}

function timesText({ startedAt, endedAt }: Manifest): string {
  return `${startedAt}${endedAt === null ? ' (not ended: killed, or still running)' : ` to ${endedAt}`}`;
}

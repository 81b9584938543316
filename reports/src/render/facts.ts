import type { Manifest } from '@holbench/results/manifest';
import { isBesideBulk } from '@holbench/scenarios/registry';
import { versionsByName } from '@holbench/results/versions';
import { plural } from '../model/format.ts';
import type { ReportData } from '../model/report-data.ts';
import type { Report } from '../model/report.ts';
import { commitText, machineText } from '../model/run-texts.ts';

/** The sentence that no reader of loopback figures may miss; null without any. */
export function loopbackWarning({ networks }: Manifest): string | null {
  const loopback = networks.filter((network) => network.loopback);
  if (loopback.length === 0) return null;
  const what =
    loopback.length === networks.length
      ? 'everything'
      : `what is called ${loopback.map(({ profile }) => profile.id).join(', ')}`;
  return `No emulated network: ${what} went over loopback. These figures say nothing about head-of-line blocking on a real link.`;
}

/** How many cells there are, by state. */
export function countsLine({ counts, cells, data: { manifest } }: Report): string {
  const states = (['valid', 'invalid', 'failed', 'unsupported'] as const).map(
    (state) => `${counts[state]} ${state}`,
  );
  const incomplete =
    manifest.endedAt === null
      ? ` The run did not end: ${manifest.plannedCells} cells were planned.`
      : '';
  return `${plural(cells.length, 'cell')}: ${states.join(', ')}.${incomplete}`;
}

/** The facts in a line, to open them by. */
export function summaryLine({ data }: Report): string {
  const parts = [
    roundsOf(data.manifest),
    ofRuns(data, choiceText),
    ofRuns(data, ({ machine: { cpu, cores } }) => `${cpu}, ${plural(cores, 'core')}`),
    ofRuns(
      data,
      ({ versions: { chromium, serverNode } }) =>
        `Chromium ${chromium ?? 'none'}, Node ${serverNode}`,
    ),
  ];
  return `${parts.join('; ')}: all the conditions`;
}

/** What all runs have in common once; else each of what they have, with the runs that have it. */
function ofRuns({ manifest, manifests }: ReportData, text: (manifest: Manifest) => string): string {
  const all = [...(manifests ?? new Map([[manifest.run, manifest]]))];
  const groups = [...Map.groupBy(all, ([, each]) => text(each))];
  const [first] = groups;
  if (first && groups.length === 1) return first[0];
  return groups
    .map(([what, runs]) => `${runs.map(([name]) => name).join(', ')}: ${what}`)
    .join('; ');
}

/** `1 round, 4 of 4f over 4g`. */
function roundsOf({ config, networks }: Manifest): string {
  const { rounds, scenarios, alternating } = config;
  const holb = scenarios.filter(isBesideBulk);
  const others = networks.filter(({ holbRounds }) => holb.length > 0 && holbRounds !== rounds);
  return [
    `${plural(rounds, 'round')}${others
      .map(
        ({ profile, holbRounds }) => `, ${holbRounds} of ${holb.join(' and ')} over ${profile.id}`,
      )
      .join('')}`,
    ...(alternating ? ['in each of them half of the variants'] : []),
  ].join(', ');
}

/** What was measured, on what, with what: term and description. */
export function factRows({ data, proofs }: Report): [string, string][] {
  const { manifest } = data;
  const { config, networks } = manifest;
  return [
    [
      'Measured',
      `scenarios ${config.scenarios.join(', ')}; ${config.kinds.join(', ')}; ${roundsOf(manifest)}`,
    ],
    ['Chosen by', ofRuns(data, choiceText)],
    [
      'Workload',
      `${plural(config.users, 'user')} in ${config.arrivalSeconds} s; ${plural(config.subscribers, 'subscriber')}; sizes and numbers stand with each network`,
    ],
    [
      'Networks',
      networks
        .map(
          ({ profile, loopback, backendVersion }) =>
            `${profile.id} (${loopback ? 'loopback' : (backendVersion ?? 'cannot be made here')})`,
        )
        .join(', '),
    ],
    ['Machine', ofRuns(data, machineText)],
    [
      'Protocols',
      proofs
        .map(({ code, variant, expected, verdict }) => `${code} ${variant}: ${expected} ${verdict}`)
        .join('; ') || 'nothing ran',
    ],
    ['Versions', ofRuns(data, versionsText)],
    ['Congestion control', ofRuns(data, congestionText)],
    ['Kernel settings of the host', ofRuns(data, sysctlsText)],
    ['Started', ofRuns(data, timesText)],
    ['Commit', ofRuns(data, commitText)],
    ...manifest.unsupported.map(({ variant, reason }): [string, string] => [
      `Unsupported: ${variant}`,
      reason,
    ]),
  ];
}

function choiceText({ config: { preset, seed } }: Manifest): string {
  return `preset ${preset}, seed ${seed}`;
}

function versionsText({ versions }: Manifest): string {
  const known = Object.entries(versionsByName(versions)).filter(([, version]) => version !== null);
  return known.map(([name, version]) => `${name} ${String(version)}`).join(', ');
}

/** What a cell’s link has, whatever the host itself uses. */
function congestionText({ config: { factors, sweep } }: Manifest): string {
  const swept = sweep.find(({ factor }) => factor === 'tcp-cc');
  const tcp = swept ? swept.values.join(', ') : factors.congestionControl;
  return `TCP on both sides of a link: ${tcp}; HTTP/3: quic-go’s Reno for downloads, Chromium’s own for uploads`;
}

function sysctlsText({ sysctls }: Manifest): string {
  const entries = Object.entries(sysctls);
  return entries.map(([name, value]) => `${name}=${value}`).join(', ') || 'none stored';
}

function timesText({ startedAt, endedAt }: Manifest): string {
  return `${startedAt}${endedAt === null ? ' (not ended: killed, or still running)' : ` to ${endedAt}`}`;
}

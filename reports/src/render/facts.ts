import type { Manifest } from '@holbench/results/manifest';
import { isHolb } from '@holbench/results/scenario-kinds';
import { formatBytes, plural } from '../model/format.ts';
import type { Report } from '../model/report.ts';

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
export function summaryLine({ data: { manifest } }: Report): string {
  const { config, machine, versions } = manifest;
  return `Preset ${config.preset}, ${roundsOf(manifest)}, seed ${config.seed}; ${machine.cpu}, ${plural(machine.cores, 'core')}; Chromium ${versions.chromium ?? 'none'}, Node ${versions.serverNode}: all the conditions`;
}

/** `1 round, of 4f over 4g 4`. */
function roundsOf({ config, networks }: Manifest): string {
  const { rounds, scenarios, alternating } = config;
  const holb = scenarios.filter(isHolb);
  const others = networks.filter(({ holbRounds }) => holb.length > 0 && holbRounds !== rounds);
  return [
    plural(rounds, 'round'),
    ...others.map(
      ({ profile, holbRounds }) => `of ${holb.join(' and ')} over ${profile.id} ${holbRounds}`,
    ),
    ...(alternating ? ['in each of them half of the variants'] : []),
  ].join(', ');
}

/** What was measured, on what, with what: term and description. */
export function factRows({ data: { manifest }, proofs }: Report): [string, string][] {
  const { config, machine, versions, networks, git, sysctls } = manifest;
  const known = Object.entries(versions).filter(([, version]) => version !== null);
  return [
    [
      'Measured',
      `preset ${config.preset}: scenarios ${config.scenarios.join(', ')}; ${config.kinds.join(', ')}; ${roundsOf(manifest)}; seed ${config.seed}`,
    ],
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
    [
      'Machine',
      `${machine.cpu}, ${plural(machine.cores, 'core')}, ${formatBytes(machine.memoryBytes)}; ${machine.os}, kernel ${machine.kernel}, ${machine.arch}`,
    ],
    [
      'Protocols',
      proofs
        .map(({ code, variant, expected, verdict }) => `${code} ${variant}: ${expected} ${verdict}`)
        .join('; ') || 'nothing ran',
    ],
    ['Versions', known.map(([name, version]) => `${name} ${String(version)}`).join(', ')],
    [
      'Kernel settings',
      Object.entries(sysctls)
        .map(([name, value]) => `${name}=${value}`)
        .join(', ') || 'none stored',
    ],
    [
      'Started',
      `${manifest.startedAt}${manifest.endedAt === null ? ' (not ended: killed, or still running)' : ` to ${manifest.endedAt}`}`,
    ],
    ['Commit', `${git.commit ?? 'unknown'}${git.dirty ? ' with uncommitted changes' : ''}`],
    ...manifest.unsupported.map(({ variant, reason }): [string, string] => [
      `Unsupported: ${variant}`,
      reason,
    ]),
  ];
}

/** `h3 × 40, h2 × 2`. */
export function protocolCounts(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, count]) => `${name} × ${count}`).join(', ') || 'none';
}

import { shellWord } from '@holbench/process/shell-word';
import type { Cell } from '@holbench/results/cell';
import type { Manifest } from '@holbench/results/manifest';
import type { ReportData } from '../runs/report-data.ts';

/** Repeats a run from its own manifest. */
export function runCommand({ run, config }: Manifest): string {
  return againCommand(run, { shard: config.shard });
}

/** Repeats one cell. The report of several runs names its run before its id. */
export function cellCommand(
  { manifest, manifests }: Pick<ReportData, 'manifest' | 'manifests'>,
  { run, cell }: Cell,
): string {
  const own = manifests?.get(run) ?? manifest;
  const isOne = (manifests?.size ?? 1) === 1;
  return againCommand(own.run, { cell: isOne ? cell : cell.slice(run.length + 1) });
}

/** Command for cells that the run over a network left out. It runs all of them, even if the run was a shard. */
export function partCommand(
  { manifest, manifests }: Pick<ReportData, 'manifest' | 'manifests'>,
  part: {
    readonly network: string;
    readonly scenarios: readonly string[];
    readonly kinds: readonly string[];
  },
): string {
  const has = ({ networks }: Manifest) =>
    networks.some(({ profile }) => profile.id === part.network);
  const { run, config } = [...(manifests?.values() ?? [])].find(has) ?? manifest;
  return againCommand(run, {
    scenarios: part.scenarios.join(),
    kinds: part.kinds.join(),
    networks: part.network,
    shard: config.shard === null ? null : '1/1',
  });
}

/** Options that are null are not named. */
function againCommand(
  run: string,
  options: Readonly<Record<string, string | number | null>>,
): string {
  const given = Object.entries(options).flatMap(([flag, value]) =>
    value === null ? [] : [` --${flag} ${shellWord(String(value))}`],
  );
  return `pnpm bench --again ${shellWord(run)}${given.join('')}`;
}

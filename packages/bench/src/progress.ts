import { median } from '@holbench/results/statistics';
import { sortSamples } from '@holbench/results/sorted-samples';
import type { Cell } from '@holbench/results/cell';
import type { Sample } from '@holbench/results/sample';
import { MultiBar, Presets } from 'cli-progress';
import type { CertifiedNetwork } from './network/certify-network.ts';
import type { PlannedCell } from './plan.ts';

export interface Progress {
  /** A network was measured. */
  network(certified: CertifiedNetwork): void;
  begin(planned: PlannedCell): void;
  end(cell: Cell, samples: readonly Sample[]): void;
  stop(): void;
}

/**
 * One line per finished cell, and on a terminal a bar below them.
 * @param estimate expected duration of each cell in seconds, for the time that is left.
 */
export function showProgress(
  cells: readonly PlannedCell[],
  estimate: (planned: PlannedCell) => number,
): Progress {
  const plannedById = new Map(cells.map((planned) => [planned.id, planned]));
  const totalSeconds = cells.reduce((sum, planned) => sum + estimate(planned), 0);
  const startedAt = performance.now();
  let finished = 0;
  let finishedSeconds = 0;

  const format = ' {bar} {value}/{total} cells, {left} left: {cell}';
  const bars = process.stderr.isTTY
    ? new MultiBar({ format, clearOnComplete: true, stream: process.stderr }, Presets.rect)
    : null;
  const bar = bars?.create(cells.length, 0, { cell: '', left: minutes(totalSeconds) });

  /** The estimate of what is left, corrected by how the estimate has done so far. */
  const left = (): string => {
    const elapsed = (performance.now() - startedAt) / 1_000;
    const pace = finishedSeconds > 0 ? elapsed / finishedSeconds : 1;
    return minutes((totalSeconds - finishedSeconds) * pace);
  };

  const log = (line: string): void => {
    if (bars) bars.log(`${line}\n`);
    else console.log(line);
  };

  return {
    network: (certified) => log(networkLine(certified)),
    begin: ({ id }) => bar?.update(finished, { cell: id, left: left() }),
    end: (cell, samples) => {
      const planned = plannedById.get(cell.cell);
      finished += 1;
      finishedSeconds += planned ? estimate(planned) : 0;
      const line = cellLine(cell, samples);
      log(bars ? line : `[${finished}/${cells.length}, ${left()} left] ${line}`);
      bar?.update(finished, { cell: '', left: left() });
    },
    stop: () => bars?.stop(),
  };
}

/** `4g: rattan 0.1.1, inside tolerance (7.1 s)`, or what is wrong with it. */
export function networkLine({ record, refusal }: CertifiedNetwork): string {
  const { profile, backendVersion, certificate, loopback, why } = record;
  const seconds = certificate?.readings.reduce((sum, reading) => sum + reading.seconds, 0) ?? 0;
  const state = loopback
    ? `loopback instead of a network: ${why}`
    : [backendVersion, refusal ?? (certificate ? 'inside tolerance' : why)]
        .filter((part) => part !== null)
        .join(', ');
  const took = certificate ? ` (measured in ${seconds.toFixed(1)} s)` : '';
  return `network ${profile.id}: ${state}${took}`;
}

/** `ok 4g/node-http2/1a-text/0 h2 batch-10 n=10 12.3 ms`: the medians of each label. */
export function cellLine(cell: Cell, samples: readonly Sample[]): string {
  const seconds = (Date.parse(cell.endedAt) - Date.parse(cell.startedAt)) / 1_000;
  const verdict = cell.status === 'ok' && !cell.valid ? 'invalid' : cell.status;
  const protocols = Object.keys(cell.protocol.client).join('+') || '-';
  const labels = Map.groupBy(
    samples.filter(({ warmup }) => !warmup),
    ({ label }) => label,
  );
  const figures = [...labels].map(([label, ofLabel]) => figure(label, ofLabel));
  return [
    `${verdict.padEnd(11)} ${cell.cell} ${protocols}`,
    ...figures,
    `(${seconds.toFixed(1)} s)`,
    ...cell.reasons,
  ].join('  ');
}

function figure(label: string, samples: readonly Sample[]): string {
  const durations = samples.flatMap(({ outcome }) =>
    outcome.status === 'ok' ? [outcome.durationMs] : [],
  );
  const failed = samples.length - durations.length;
  const failures = failed > 0 ? `, ${failed} failed` : '';
  const sorted = sortSamples(durations);
  const ms = sorted === null ? '-' : median(sorted).toFixed(1);
  return `${label} n=${durations.length} ${ms} ms${failures}`;
}

/** `45 s`, `12 min`, `3 h 20 min`. */
export function minutes(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const total = Math.round(seconds / 60);
  return total < 90 ? `${total} min` : `${Math.floor(total / 60)} h ${total % 60} min`;
}

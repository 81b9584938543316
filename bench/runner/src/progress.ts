import type { Cell } from '@holbench/results/cell';
import type { NetworkReading } from '@holbench/results/real-network';
import type { Sample } from '@holbench/results/sample';
import { byLabel, durations } from '@holbench/scenarios/metric';
import { scenarioOf } from '@holbench/scenarios/registry';
import { CENSORED } from '@holbench/stats/censored';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { orderStatistic } from '@holbench/stats/statistics';
import { MultiBar, Presets } from 'cli-progress';
import type { CertifiedNetwork } from './network/certify-network.ts';
import type { PlannedCell } from './planned-cell.ts';
import { type FinishedPlan, plannedShares, secondsLeft, timedCells } from './durations.ts';

export interface Progress {
  /** A network was measured. */
  network(certified: CertifiedNetwork): void;
  /** A round begins. @param cells all that are still to run, as far as is known. */
  plan(cells: readonly PlannedCell[]): void;
  /** A line for the reader. */
  note(line: string): void;
  /** Cells began side by side. */
  begin(group: readonly PlannedCell[]): void;
  end(cell: Cell, samples: readonly Sample[]): void;
  stop(): void;
}

/**
 * One line per finished cell, and on a terminal a bar below them.
 * @param mayChange whether a stopping rule may end the run earlier, or let it go on.
 */
export function showProgress({ jobs, mayChange }: { jobs: number; mayChange: boolean }): Progress {
  let remaining = new Map<string, PlannedCell>();
  let shares: ReadonlyMap<PlannedCell, number> = new Map();
  const finished: FinishedPlan[] = [];
  const total = (): number => finished.length + remaining.size;
  const left = (): string => {
    const cells = [...remaining.values()];
    const seconds = secondsLeft(cells, timedCells(finished), (cell) => shares.get(cell) ?? 0);
    return `${minutes(seconds)} left${mayChange ? ' as planned, may end earlier or go on' : ''}`;
  };

  const format = ' {bar} {value}/{total} cells, {left}: {cell}';
  const bars = process.stderr.isTTY
    ? new MultiBar({ format, clearOnComplete: true, stream: process.stderr }, Presets.rect)
    : null;
  const bar = bars?.create(0, 0, { cell: '', left: '' });

  const running = new Set<string>();
  const update = (): void =>
    bar?.update(finished.length, { cell: [...running].join(', '), left: left() });

  // Words of a server that is somebody else's may steer a terminal.
  const log = (line: string): void => {
    const safe = line.replaceAll(/\p{Cc}+/gu, ' ');
    if (bars) bars.log(`${safe}\n`);
    else console.log(safe);
  };

  return {
    network: (certified) => log(networkLine(certified)),
    plan: (cells) => {
      remaining = new Map(cells.map((planned) => [planned.id, planned]));
      shares = plannedShares(cells, jobs);
      bar?.setTotal(total());
      update();
    },
    note: log,
    begin: (group) => {
      for (const { id } of group) running.add(id);
      update();
    },
    end: (cell, samples) => {
      const planned = remaining.get(cell.cell);
      if (planned) finished.push({ planned, cell });
      remaining.delete(cell.cell);
      running.delete(cell.cell);
      const line = cellLine(cell, samples);
      log(bars ? line : `[${finished.length}/${total()}, ${left()}] ${line}`);
      update();
    },
    stop: () => bars?.stop(),
  };
}

/** `reference-4g: rattan 0.1.1, inside tolerance (7.1 s)`, or what is wrong with it. */
function networkLine({ record, refusal }: CertifiedNetwork): string {
  const { profile, backendVersion, certificate, loopback, why, found } = record;
  if (found) return `network ${profile.id}: ${why}; ${readingText(found.reading)}`;
  const seconds = certificate?.readings.reduce((sum, reading) => sum + reading.seconds, 0) ?? 0;
  const state = loopback
    ? `over loopback: ${why}`
    : [backendVersion, refusal ?? (certificate ? 'inside tolerance' : why)]
        .filter((part) => part !== null)
        .join(', ');
  const took = certificate ? ` (measured in ${seconds.toFixed(1)} s)` : '';
  return `network ${profile.id}: ${state}${took}`;
}

/** `RTT 12.3 ms, 20.1 Mbit/s down, 9.8 Mbit/s up`. */
function readingText({ rttMs, tcpConnectMs, quicMs, down, up }: NetworkReading): string {
  const rtt = rttMs ?? tcpConnectMs ?? quicMs;
  const rates = Object.entries({ down, up }).flatMap(([name, direction]) =>
    direction?.goodputKbps ? [`${(direction.goodputKbps / 1_000).toFixed(1)} Mbit/s ${name}`] : [],
  );
  return [rtt === null ? 'nothing answered' : `RTT ${rtt.median.toFixed(1)} ms`, ...rates].join(
    ', ',
  );
}

/** `ok reference-4g/node-http2/1a-text/0 h2 batch-10 n=10 p50 12.3 ms`. */
function cellLine(cell: Cell, samples: readonly Sample[]): string {
  const verdict = cell.status === 'ok' && !cell.valid ? 'invalid' : cell.status;
  const protocols = Object.keys(cell.protocol.client).join('+') || '-';
  const labels = byLabel({ samples });
  const shown = scenarioOf(cell.scenario).shown ?? [...labels.keys()];
  const figures = shown.map((label) => figure(label, labels.get(label) ?? []));
  return [
    `${verdict.padEnd(11)} ${cell.cell} ${protocols}`,
    ...figures,
    `(${secondsOf(cell).toFixed(1)} s)`,
    ...cell.reasons,
  ].join('  ');
}

function secondsOf({ startedAt, endedAt }: Cell): number {
  return (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000;
}

function figure(label: string, samples: readonly Sample[]): string {
  const failed = samples.filter(({ outcome }) => outcome.status !== 'ok').length;
  const sorted = sortSamples(durations({ samples }, label));
  // The same number as the report's.
  const middle = sorted === null ? CENSORED : orderStatistic(sorted, 0.5);
  const ms = middle < CENSORED ? ` p50 ${middle.toFixed(1)} ms` : '';
  const failures = failed > 0 ? `, ${failed} without an answer` : '';
  return `${label} n=${samples.length}${ms}${failures}`;
}

/** `1 cell`, `42 cells`. */
export function cellsText(count: number): string {
  return `${count} ${count === 1 ? 'cell' : 'cells'}`;
}

/** `45 s`, `12 min`, `3 h 20 min`. */
export function minutes(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const total = Math.round(seconds / 60);
  return total < 90 ? `${total} min` : `${Math.floor(total / 60)} h ${total % 60} min`;
}

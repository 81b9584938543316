import type { Cell } from '@holbench/results/cell';
import type { NetworkReading } from '@holbench/results/real-network';
import type { ProbePhase, Sample } from '@holbench/results/sample';
import { LABELS } from '@holbench/scenarios/labels';
import { byLabel, durations } from '@holbench/scenarios/metric';
import { scenarioOf } from '@holbench/scenarios/registry';
import { CENSORED } from '@holbench/stats/censored';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { orderStatistic } from '@holbench/stats/statistics';
import { createLogUpdate } from 'log-update';
import type { CertifiedNetwork } from './network/certify-network.ts';
import type { PlannedCell } from './planned-cell.ts';
import { type FinishedPlan, plannedShares, secondsLeft, timedCells } from './durations.ts';

/** Characters of the bar. */
const BAR_WIDTH = 24;

export interface Progress {
  /** A network was measured. */
  network(certified: CertifiedNetwork): void;
  /**
   * A round begins.
   * @param cells all that are still to run, as far as is known.
   */
  plan(cells: readonly PlannedCell[]): void;
  /** A line for the reader. */
  note(line: string): void;
  /** Results so far, which replace the last ones. */
  table(lines: readonly string[]): void;
  /** Cells began side by side. */
  begin(group: readonly PlannedCell[]): void;
  /** A phase of a cell ended. @param samples of the cell so far. */
  phase(planned: PlannedCell, phase: ProbePhase, samples: readonly Sample[]): void;
  end(cell: Cell, samples: readonly Sample[]): void;
  /** @returns how many cells have ended. */
  stop(): number;
}

/**
 * One line per finished cell, and the results so far after each round. On a terminal these stand below, drawn anew in
 * place, with how long the rest takes.
 * @param mayChange whether a budget may end the run earlier.
 */
export function showProgress({ jobs, mayChange }: { jobs: number; mayChange: boolean }): Progress {
  let remaining = new Map<string, PlannedCell>();
  let shares: ReadonlyMap<PlannedCell, number> = new Map();
  let results: readonly string[] = [];
  const finished: FinishedPlan[] = [];
  const running = new Set<string>();
  const total = (): number => finished.length + remaining.size;
  const left = (): string => {
    const cells = [...remaining.values()];
    const seconds = secondsLeft(cells, timedCells(finished), (cell) => shares.get(cell) ?? 0);
    return `${minutes(seconds)} left${mayChange ? ' as planned' : ''}`;
  };

  const redraw = process.stderr.isTTY ? createLogUpdate(process.stderr) : null;
  const draw = (): void => {
    if (!redraw || total() === 0) return;
    const part = Math.round((BAR_WIDTH * finished.length) / total());
    const bar = '█'.repeat(part) + '░'.repeat(BAR_WIDTH - part);
    const counts = `${finished.length}/${cellsText(total())}, ${left()}, ${running.size} running`;
    redraw([...results, `${bar} ${counts}`].map(safe).join('\n'));
  };
  const log = (line: string): void => {
    if (!redraw) return console.log(safe(line));
    redraw.persist(safe(line));
    draw();
  };

  return {
    network: (certified) => log(networkLine(certified)),
    plan: (cells) => {
      remaining = new Map(cells.map((planned) => [planned.id, planned]));
      // Those of earlier rounds tell how fast this machine is.
      shares = new Map([...shares, ...plannedShares(cells, jobs)]);
      draw();
    },
    note: log,
    table: (lines) => {
      if (lines.length > 0) results = lines;
      if (!redraw) lines.forEach(log);
      draw();
    },
    begin: (group) => {
      for (const { id } of group) running.add(id);
      draw();
    },
    phase: (planned, phase, samples) => {
      // Until there is a table: so that somebody who waits sees that something is measured.
      if (results.length === 0) log(phaseLine(planned, phase, samples));
    },
    end: (cell, samples) => {
      const planned = remaining.get(cell.cell);
      if (planned) finished.push({ planned, cell });
      remaining.delete(cell.cell);
      running.delete(cell.cell);
      const line = cellLine(cell, samples);
      log(redraw ? line : `[${finished.length}/${total()}, ${left()}] ${line}`);
    },
    stop: () => {
      redraw?.clear();
      redraw?.done();
      return finished.length;
    },
  };
}

/** Words of a server that is somebody else's may steer a terminal. */
function safe(line: string): string {
  return line.replaceAll(/\p{Cc}+/gu, ' ');
}

/** `phase       reference-4g/node-ws/download-text/0  fresh-alone-load n=48 p50 100.4 ms`. */
function phaseLine({ id }: PlannedCell, phase: ProbePhase, samples: readonly Sample[]): string {
  const labels = byLabel({ samples });
  const label = LABELS.probe(phase, 'load');
  return `phase       ${id}  ${figure(label, labels.get(label) ?? [])}`;
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
  const figures = shown.flatMap((label) => {
    const own = labels.get(label);
    return own ? figure(label, own) : [];
  });
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

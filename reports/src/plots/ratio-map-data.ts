import { bootstrapInterval, type Interval } from '@holbench/results/bootstrap';
import { allLatencies, probeLatencies } from '@holbench/results/holb/probe-latencies';
import type { FinishedCell } from '@holbench/results/run-reader';
import { sortSamples } from '@holbench/results/sorted-samples';
import { median } from '@holbench/results/statistics';
import { VARIANTS } from '@holbench/variants/registry';
import { ENOUGH_ROUNDS } from '../model/enough-rounds.ts';
import { bulkGoodputs } from '../model/holb-rounds.ts';
import { type ReportData, select } from '../model/report-data.ts';

/** What is compared: the median latency of loads beside the bulk, or the bulk's goodput. */
export type Compared = 'latency' | 'goodput';

/** HTTP/3 ÷ HTTP/2 over one network. */
export interface RatioCell {
  readonly network: string;
  /** Configured: both delays together. */
  readonly rttMs: number;
  /** Configured, of the direction in which the bulk moves; from 0 to 1. */
  readonly loss: number;
  /** Median of the ratios of the rounds that both have. */
  readonly ratio: number;
  /** 95 % over rounds; null with one. */
  readonly interval: Interval | null;
  readonly rounds: number;
}

/** Networks that differ in nothing but delay and loss. */
export interface RatioMap {
  /** What they share, such as `4g`. */
  readonly base: string;
  readonly over: string;
  readonly under: string;
  readonly cells: readonly RatioCell[];
}

export interface RatioOf {
  readonly scenario: '4f' | '4g';
  readonly compared: Compared;
}

/** A map of each pair of HTTP/3 and HTTP/2 variants and each group of two or more networks. */
export function ratioMaps(data: ReportData, of: RatioOf): RatioMap[] {
  const byProtocol = (wanted: string) => VARIANTS.filter(({ protocol }) => protocol === wanted);
  const groups = Map.groupBy(data.manifest.networks, ({ profile }) => baseOf(profile.id));
  return [...groups].flatMap(([base, networks]) =>
    byProtocol('h3').flatMap(({ id: over }) =>
      byProtocol('h2').flatMap(({ id: under }) => {
        const cells = networks.flatMap(({ profile }): RatioCell[] => {
          const ratio = ratioOf(data, profile.id, { over, under, of });
          if (ratio === null) return [];
          const { lossFraction: loss } = of.scenario === '4f' ? profile.down : profile.up;
          const rttMs = profile.down.delayMs + profile.up.delayMs;
          return [{ network: profile.id, rttMs, loss, ...ratio }];
        });
        return cells.length < 2 ? [] : [{ base, over, under, cells }];
      }),
    ),
  );
}

/** The name of a network without what was changed of its delay and loss. */
export function baseOf(network: string): string {
  return network
    .split('+')
    .filter((part) => !/^(?:delay|loss)=/.test(part))
    .join('+');
}

interface Pair {
  readonly over: string;
  readonly under: string;
  readonly of: RatioOf;
}

function ratioOf(data: ReportData, network: string, { over, under, of }: Pair) {
  const { scenario, compared } = of;
  const rounds = (variant: string): readonly FinishedCell[] => {
    const selected = select(data, { variant, network, scenario, kind: 'text' });
    return selected.state === 'ok' ? selected.rounds : [];
  };
  const others = rounds(under);
  const ratios = rounds(over).flatMap((round) => {
    // A pair shares its seed, hence its losses; and its run, unless the two are shards.
    const sameSeed = others.filter(({ cell }) => cell.seed === round.cell.seed);
    const other = sameSeed.find(({ cell }) => cell.run === round.cell.run) ?? sameSeed[0];
    const [above, below] = [figure(round, compared), other ? figure(other, compared) : null];
    return above !== null && below !== null && below > 0 ? [above / below] : [];
  });
  const sorted = sortSamples(ratios);
  if (sorted === null) return null;
  const interval = bootstrapInterval(
    ratios.map((ratio) => [ratio]),
    median,
  );
  return { ratio: median(sorted), interval, rounds: ratios.length };
}

/** Latency in ms, unanswered probes at the time they were given up; goodput in Mbit/s. */
function figure(round: FinishedCell, compared: Compared): number | null {
  if (compared === 'goodput') return bulkGoodputs([round], 'self')[0] ?? null;
  const latencies = allLatencies(probeLatencies(round.samples, 'self', 'load'));
  return latencies === null ? null : median(latencies);
}

/** Whether the ratio is shown to differ from 1: fewer rounds may do that by chance. */
export function differsFromOne({
  interval,
  rounds,
}: Pick<RatioCell, 'interval' | 'rounds'>): boolean {
  return rounds >= ENOUGH_ROUNDS && interval !== null && (interval.low > 1 || interval.high < 1);
}

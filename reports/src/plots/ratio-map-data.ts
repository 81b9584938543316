import { bootstrapInterval, type Interval } from '@holbench/stats/bootstrap';
import type { FinishedCell } from '@holbench/results/run-reader';
import { directionOf } from '@holbench/scenarios/registry';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { median } from '@holbench/stats/statistics';
import { type Variant, VARIANTS } from '@holbench/variants/registry';
import { apart } from '../model/apart.ts';
import { ENOUGH_ROUNDS } from '../model/enough-rounds.ts';
import { bulkGoodputs } from '../model/holb-rounds.ts';
import { LINK_TOLERANCE } from '../model/least-difference.ts';
import { ofRounds, pairedRatios } from '../model/paired-ratio.ts';
import { probeMs } from '../model/probe-ms.ts';
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
  readonly over: Side;
  readonly under: Side;
  readonly cells: readonly RatioCell[];
  /** Networks that have no round in which both count. */
  readonly empty: readonly Pick<RatioCell, 'network' | 'rttMs' | 'loss'>[];
}

/** What is compared: a variant, and of a sweep its arm. */
export interface Side {
  readonly variant: Variant;
  readonly arm: string;
}

export interface RatioOf {
  readonly scenario: string;
  readonly compared: Compared;
}

/**
 * A map of each pair of HTTP/3 and HTTP/2 variants, each arm of a sweep and each group of two or
 * more networks that have the scenario; none where no network has a pair.
 */
export function ratioMaps(data: ReportData, of: RatioOf): RatioMap[] {
  const byProtocol = (wanted: string) => VARIANTS.filter(({ protocol }) => protocol === wanted);
  const groups = [...Map.groupBy(data.manifest.networks, ({ profile }) => baseOf(profile.id))];
  return groups.flatMap(([base, group]) => {
    const networks = group.filter(({ profile }) =>
      data.cells.some(({ cell }) => cell.network === profile.id && cell.scenario === of.scenario),
    );
    if (networks.length < 2) return [];
    const names = networks.map(({ profile }) => profile.id);
    return byProtocol('h3').flatMap((h3) =>
      byProtocol('h2').flatMap((h2) => {
        const arms = [h3, h2].map(({ id }) => armsOf(data, id, names, of.scenario));
        return pairs(arms[0] ?? [], arms[1] ?? []).flatMap(([above, below]): RatioMap[] => {
          const [over, under] = [
            { variant: h3, arm: above },
            { variant: h2, arm: below },
          ];
          const places = networks.map(({ profile }) => {
            const { lossFraction: loss } =
              directionOf(of.scenario) === 'download' ? profile.down : profile.up;
            const rttMs = profile.down.delayMs + profile.up.delayMs;
            const place = { network: profile.id, rttMs, loss };
            return { place, ratio: ratioOf(data, profile.id, { over, under, of }) };
          });
          const cells = places.flatMap(({ place, ratio }) =>
            ratio === null ? [] : [{ ...place, ...ratio }],
          );
          const empty = places.flatMap(({ place, ratio }) => (ratio === null ? [place] : []));
          return cells.length === 0 ? [] : [{ base, over, under, cells, empty }];
        });
      }),
    );
  });
}

function armsOf(
  { cells }: ReportData,
  variant: string,
  networks: readonly string[],
  scenario: string,
): string[] {
  const arms = cells.flatMap(({ cell }) =>
    cell.variant === variant && cell.scenario === scenario && networks.includes(cell.network)
      ? [cell.arm]
      : [],
  );
  return [...new Set(arms)].toSorted();
}

/**
 * Arms of two variants that belong together. A factor that touches one of them only (as
 * `http2-write` does) is left out of the other's arm.
 */
function pairs(above: readonly string[], below: readonly string[]): [string, string][] {
  const found = [...new Set([...above, ...below])].toSorted().flatMap((arm): [string, string][] => {
    const [over, under] = [nearest(above, arm), nearest(below, arm)];
    return over === undefined || under === undefined ? [] : [[over, under]];
  });
  return [...new Map(found.map((pair) => [pair.join(' '), pair])).values()];
}

/** The arm with the most of the wanted one's settings and no other. */
function nearest(arms: readonly string[], wanted: string): string | undefined {
  const parts = (arm: string) => arm.split('+').filter((part) => part !== '');
  return arms
    .filter((arm) => parts(arm).every((part) => parts(wanted).includes(part)))
    .toSorted((a, b) => parts(b).length - parts(a).length)
    .at(0);
}

/** The name of a network without what was changed of its delay and loss. */
export function baseOf(network: string): string {
  return network
    .split('+')
    .filter((part) => !/^(?:delay|loss)=/.test(part))
    .join('+');
}

interface Pair {
  readonly over: Side;
  readonly under: Side;
  readonly of: RatioOf;
}

function ratioOf(data: ReportData, network: string, { over, under, of }: Pair) {
  const { scenario, compared } = of;
  const rounds = ({ variant: { id: variant }, arm }: Side): readonly FinishedCell[] => {
    const selected = select(data, { variant, network, scenario, kind: 'text', arm });
    return selected.state === 'ok' ? selected.rounds : [];
  };
  const values = (side: Side) => ofRounds(rounds(side), (round) => figure(round, compared));
  const ratios = pairedRatios(values(over), values(under));
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
  return probeMs(round, 'self', 'p50');
}

/**
 * Whether the ratio is shown to differ from 1: fewer rounds may do that by chance, and links that are
 * off their configuration may make a ratio that near to 1.
 */
export function differsFromOne({
  ratio,
  interval,
  rounds,
}: Pick<RatioCell, 'ratio' | 'interval' | 'rounds'>): boolean {
  if (interval === null || rounds < ENOUGH_ROUNDS) return false;
  // What is printed as 1.00 is no difference.
  const [low, high] = [printed(interval.low), printed(interval.high)];
  const one = { value: 1, interval: { low: 1, high: 1 } };
  return apart({ value: ratio, interval: { low, high } }, one, LINK_TOLERANCE);
}

function printed(end: number): number {
  return Number(end.toFixed(2));
}

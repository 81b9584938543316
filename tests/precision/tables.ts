import {
  type Draw,
  geometricInterval,
  geometricMean,
} from '../../packages/stats/src/geometric-mean.ts';
import { type Bounds, exactly, UNKNOWN, valueOf } from '../../packages/stats/src/round-number.ts';
import { seededRandom, shuffled } from '../../packages/stats/src/seeded-random.ts';
import { correlation } from '../../packages/stats/src/statistics.ts';
import { type Connection, groupedBy, mean, ranks, squares } from './connections.ts';
import { logNormal, needed, resampled, sampled, type Source, tally, uniform } from './sampling.ts';
import { modelled } from './transfer-model.ts';
import { components, levelsOf } from './variance.ts';

const COUNTS = [3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 70, 80, 100, 120, 140, 160];
/** Fewer do not show their distribution: a log-normal one is fitted. */
const ENOUGH = 12;
/** Of one connection, three of which run side by side. */
const SECONDS = 19;
const SIDE_BY_SIDE = 3;
const random = seededRandom(43);

type Row = readonly string[];

export function tableOf(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A row per server and network, with all of its connections. */
function rowsOf(
  connections: readonly Connection[],
  row: (of: readonly Connection[]) => Row,
): Row[] {
  const keyOf = ({ network, variant }: Connection): string => `${network} ${variant}`;
  return groupedBy(connections, keyOf)
    .toSorted(([a], [b]) => (a && b && keyOf(a) < keyOf(b) ? -1 : 1))
    .map((of) => [of[0]?.network ?? '', of[0]?.variant ?? '', ...row(of)]);
}

/** Variance of ln(wait) of a message, by level. */
export function levelTable(connections: readonly Connection[]): string {
  const head = ['network', 'server', 'connections', 'runs', 'GM, ms', 'message', 'connection'];
  return tableOf(
    [...head, 'run', 'share of connection', 'σ of a connection’s ln median'],
    rowsOf(connections, (of) => {
      const { message, connection, run } = levelsOf(of);
      const runs = new Set(of.map((each) => each.run)).size;
      const all = message + connection + (Number.isNaN(run) ? 0 : run);
      return [
        `${of.length}`,
        `${runs}`,
        gmOf(of).toFixed(0),
        message.toFixed(4),
        connection.toFixed(4),
        runs === 1 ? 'one run' : run.toFixed(4),
        percent(connection / all),
        sigmaOf(of).toFixed(3),
      ];
    }),
  );
}

/** How many connections either average needs, and what the geometric mean's cost. */
export function neededTable(connections: readonly Connection[]): string {
  const head = ['network', 'server', 'goal', 'by the median', 'by the geometric mean'];
  return tableOf(
    [...head, 'minutes'],
    rowsOf(connections, (of) => {
      const [source, gm] = [sourceOf(of), gmOf(of)];
      const goal = of[0]?.network.endsWith('loss=0%') ? Math.max(0.1, 10 / gm) : 0.2;
      const by = (average: 'geometricMean' | 'median') =>
        needed(COUNTS, goal, (n) => sampled(source, average, n, { times: 1_000, random }));
      const [median, geometric] = [by('median'), by('geometricMean')];
      return [
        `±${percent(goal)}`,
        `${median ?? '> 160'}`,
        `${geometric ?? '> 160'}`,
        geometric === null ? '> 17' : minutes(geometric),
      ];
    }),
  );
}

/** Half-width and coverage of both averages, of one server's connections. */
export function averageTable(of: readonly Connection[]): string {
  const source = sourceOf(of);
  const cells = (n: number, average: 'geometricMean' | 'median'): Row => {
    const { half, coverage } = sampled(source, average, n, { times: 2_000, random });
    return Number.isNaN(half) ? ['none', ''] : [`±${percent(half)}`, percent(coverage, 1)];
  };
  return tableOf(
    ['connections', 'geometric mean', 'coverage', 'median', 'coverage'],
    COUNTS.map((n) => [`${n}`, ...cells(n, 'geometricMean'), ...cells(n, 'median')]),
  );
}

/** What else tells a connection's wait: its first second, its sequence of losses, the other server's wait. */
export function explainedTable(connections: readonly Connection[], servers: Row): string {
  const rows = servers.map((variant) => {
    const of = connections.filter((each) => each.variant === variant);
    const ys = centred(of);
    const bytes = of.map(({ firstSecondBytes }) => firstSecondBytes);
    const order = ranks(bytes);
    const strata = groupedBy([...ys.keys()], (index) =>
      Math.floor((5 * (order[index] ?? 0)) / of.length),
    );
    const left = components(strata.map((each) => each.map((index) => ys[index] ?? NaN))).within;
    const line = correlation(ys, bytes.map(Math.log));
    const seeds = components(
      groupedBy([...ys.keys()], (index) => of[index]?.linkSeed ?? 0).map((each) =>
        each.map((index) => ys[index] ?? NaN),
      ),
    );
    return [
      variant,
      `${of.length}`,
      correlation(ranks(of.map(({ y }) => y)), order).toFixed(2),
      percent(1 - line ** 2),
      percent(left / (squares(ys) / (of.length - 1))),
      percent(seeds.between / (seeds.between + seeds.within)),
    ];
  });
  const head = ['server', 'connections', 'rank correlation with the first second’s bytes'];
  return tableOf(
    [...head, 'left by its logarithm', 'left by five strata of it', 'told by the seed of losses'],
    rows,
  );
}

/** Where a transfer may have begun in its sequence of losses: packets since the pages opened. */
const OFFSETS = Array.from({ length: 150 }, (_, index) => 10 * index);
/** Later first losses end no slow start. */
const LATEST = 700;

/**
 * Whether the seeds tell the first loss of a transfer. Losses began with the opening of pages, and nothing says with
 * which packet the transfer did: the best correlation over one offset for all connections of a run, beside the best of
 * as many connections whose waits are shuffled.
 */
export function offsetTable(of: readonly Connection[]): string {
  const rows = groupedBy(of, ({ run }) => run).map((connections) => {
    const best = (ys: readonly number[]) =>
      OFFSETS.map((offset) => {
        const firsts = connections.map(({ lost }) => {
          const first = (lost.find((each) => each >= offset) ?? Infinity) - offset + 1;
          return Math.log(Math.min(LATEST, first));
        });
        return { offset, r: correlation(firsts, ys) };
      }).reduce((a, b) => (b.r > a.r ? b : a));
    const ys = connections.map(({ y }) => y);
    const { offset, r } = best(ys);
    const chance = Array.from({ length: 200 }, () => best(shuffled(ys, random)).r).toSorted(
      (a, b) => a - b,
    );
    return [
      connections[0]?.run ?? '',
      `${connections.length}`,
      `${offset}`,
      r.toFixed(2),
      (chance[100] ?? NaN).toFixed(2),
    ];
  });
  return tableOf(['run', 'connections', 'best offset', 'correlation', 'by chance'], rows);
}

/** Correlation of ln waits of two servers with the same losses in the same run. */
export function pairTable(connections: readonly Connection[], servers: Row): string {
  const keyOf = ({ run, linkSeed }: Connection): string => `${run} ${linkSeed}`;
  const pairs = servers.flatMap((a, index) => servers.slice(index + 1).map((b) => [a, b] as const));
  return tableOf(
    ['servers', 'pairs', 'correlation', 'ratio, paired'],
    pairs.map(([a, b]) => {
      const others = new Map(
        connections.filter(({ variant }) => variant === b).map((each) => [keyOf(each), each]),
      );
      const both = connections
        .filter(({ variant }) => variant === a)
        .flatMap((one): [number, number][] => {
          const other = others.get(keyOf(one));
          return other ? [[one.y, other.y]] : [];
        });
      const ratio = geometricInterval(both.map(([x, y]) => exactly(Math.exp(x - y))));
      return [
        `${a}, ${b}`,
        `${both.length}`,
        correlation(
          both.map(([x]) => x),
          both.map(([, y]) => y),
        ).toFixed(2),
        ratio ? between(ratio) : '',
      ];
    }),
  );
}

/**
 * What strata of the first loss gain, in the model: two connections of each of n ÷ 2 strata, one of each of n, and
 * connections without strata.
 * @param left the variance that no stratum explains, as a share of all; the model's own where that is more.
 */
export function strataTable(left: number): string {
  const own = Array.from({ length: 12_000 }, () => {
    const u = uniform(random);
    return { u, ...modelled(u, random) };
  });
  const explained = inStrata(own, 30).map(mean);
  const noise = logNormal(0, Math.sqrt(Math.max(0, noiseFor(own, squares(explained) / 30, left))));
  const model = own.map(({ u, y }) => ({ u, y: y + noise.draw(random) }));
  const ys = model.map(({ y }) => y);
  const [truth, variance] = [Math.exp(mean(ys)), squares(ys) / ys.length];
  const rows = [6, 8, 10, 12, 16, 20, 30].map((n) => {
    const designs = [inStrata(model, n / 2), inStrata(model, n), [ys]];
    const cells = designs.flatMap((strata) => {
      const samples = Array.from({ length: 1_000 }, () => drawn(strata, n));
      const { half, coverage } = tally(
        samples.map((draws) => geometricInterval(draws)),
        truth,
      );
      const means = samples.map((draws) => Math.log(valueOf(geometricMean(draws) ?? UNKNOWN)));
      const share = (n * squares(means)) / means.length / variance;
      return [percent(share), `±${percent(half)}`, percent(coverage, 1)];
    });
    return [`${n}`, ...cells];
  });
  const some = own.slice(0, 500);
  const like = correlation(
    ranks(some.map(({ y }) => y)),
    ranks(some.map(({ firstSecondPackets }) => firstSecondPackets)),
  );
  const facts = `GM ${truth.toFixed(0)} ms, σ ${Math.sqrt(variance).toFixed(2)}, rank correlation with the first second ${like.toFixed(2)}`;
  const head = ['two per stratum', 'one per stratum', 'no strata'].flatMap((design) => [
    `${design}: variance`,
    'half-width',
    'coverage',
  ]);
  return `${facts}\n\n${tableOf(['connections', ...head], rows)}`;
}

interface OfModel {
  readonly u: number;
  readonly y: number;
}

/** The variance to add, so that what strata do not explain is this share of all. */
function noiseFor(own: readonly OfModel[], explained: number, left: number): number {
  const variance = squares(own.map(({ y }) => y)) / own.length;
  return explained / (1 - left) - variance;
}

function inStrata(model: readonly OfModel[], strata: number): number[][] {
  return groupedBy(
    model.toSorted((a, b) => a.u - b.u),
    ({ u }) => Math.floor(u * strata),
  ).map((each) => each.map(({ y }) => y));
}

/** So many draws, equally many of each stratum. */
function drawn(strata: readonly number[][], n: number): Draw[] {
  return Array.from({ length: n }, (_, index) => {
    const stratum = index % strata.length;
    const from = strata[stratum] ?? [];
    return { ...exactly(Math.exp(from[random.below(from.length)] ?? NaN)), stratum };
  });
}

/** One machine's waits ÷ the other's, for the same sequences of losses. A run has one machine and one version. */
export function machineTable(connections: readonly Connection[]): string {
  const cpus = [...new Set(connections.map(({ cpu }) => cpu))];
  return tableOf(
    ['network', 'server', 'sequences', cpus.toReversed().join(' ÷ ')],
    rowsOf(connections, (of) => {
      const logs = groupedBy(of, ({ linkSeed }) => linkSeed).flatMap((same) => {
        const [a = [], b = []] = cpus.map((cpu) => same.filter((each) => each.cpu === cpu));
        if (a.length === 0 || b.length === 0) return [];
        return mean(b.map(({ y }) => y)) - mean(a.map(({ y }) => y));
      });
      const ratio = geometricInterval(logs.map((log) => exactly(Math.exp(log))));
      return [`${logs.length}`, ratio ? between(ratio) : 'none shared'];
    }).filter((row) => row[2] !== '0'),
  );
}

function between({ low, high }: Bounds): string {
  return `${low.toFixed(2)} to ${high.toFixed(2)}`;
}

function minutes(connections: number): string {
  return ((connections * SECONDS) / SIDE_BY_SIDE / 60).toFixed(1);
}

function percent(share: number, digits = 0): string {
  return `${(100 * share).toFixed(digits)} %`;
}

function gmOf(of: readonly Connection[]): number {
  return Math.exp(mean(of.map(({ y }) => y)));
}

/** ln of each median, less what its run has of its own, as wide as the variance inside of runs. */
function centred(of: readonly Connection[]): number[] {
  const runs = Map.groupBy(of, ({ run }) => run);
  const all = mean(of.map(({ y }) => y));
  const wider = Math.sqrt(of.length / (of.length - runs.size));
  return of.map(
    ({ run, y }) => all + wider * (y - mean((runs.get(run) ?? []).map((each) => each.y))),
  );
}

function sigmaOf(of: readonly Connection[]): number {
  const runs = groupedBy(of, ({ run }) => run);
  return Math.sqrt(components(runs.map((each) => each.map(({ y }) => y))).within);
}

function sourceOf(of: readonly Connection[]): Source {
  return of.length < ENOUGH ? logNormal(Math.log(gmOf(of)), sigmaOf(of)) : resampled(centred(of));
}

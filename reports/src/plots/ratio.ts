import { changedFactors } from '@holbench/factors/values';
import { directionOf, scenariosOf } from '@holbench/scenarios/registry';
import * as Plot from '@observablehq/plot';
import { spreadText, valueText } from '../document/figure-text.ts';
import { formatAsGiven, plural } from '../document/format.ts';
import { against } from '../figures/baseline.ts';
import { LINK_TOLERANCE } from '@holbench/stats/least-latency-difference';
import { differsFromOne, ENOUGH_ROUNDS } from '../figures/decisions.ts';
import type { Figure } from '../figures/figure.ts';
import { armKey } from '../figures/selections.ts';
import { type ArmFigures, armText, byArm, leftToTables } from './arms.ts';
import { draw, type Panel, type PlotSource } from './draw.ts';
import type { Plot as Picture } from './plot.ts';
import { INK, MUTED } from './theme.ts';
import { networkText, scenarioText } from '../document/place-name.ts';

/** What is compared: one number per round. */
const QUANTITIES = [
  {
    name: 'latency',
    metric: 'load-same-p50',
    what: 'median latency of a small load beside the transfer',
  },
  { name: 'goodput', metric: 'goodput-same', what: 'goodput of the transfer' },
] as const;

/** A sweep of many arms has more maps than can be compared. */
const MOST_MAPS = 8;

/** HTTP/3 ÷ HTTP/2 over one network. */
interface Tile {
  readonly network: string;
  /** Configured: both delays together. */
  readonly rttMs: number;
  /** Configured, of the direction in which the bulk moves; from 0 to 1. */
  readonly loss: number;
  /** The median of the ratios of the rounds that both have; null without any. */
  readonly ratio: Figure | null;
  /** Why there is none. */
  readonly missing: string;
}

/**
 * HTTP/3 ÷ HTTP/2 over round-trip time and loss: a map for each pair of variants and arms, and each
 * group of networks that differ in nothing but delay and loss.
 */
export function ratioPlots({ data, relation }: PlotSource): Picture[] {
  const profiles = data.manifest.networks.map(({ profile }) => profile);
  const groups = [...Map.groupBy(profiles, ({ id }) => baseOf(id))];
  return scenariosOf('beside-bulk').flatMap(({ id: scenario }) =>
    QUANTITIES.flatMap(({ name, metric, what }) => {
      const maps = groups
        .flatMap(([base, group]) => {
          const figures = group
            .flatMap(({ id: network }) =>
              relation.at({ network, scenario, kind: 'text', fanOut: null }),
            )
            .filter((figure) => figure.metric.id === metric && figure.cells.length > 0);
          const run = group.filter(({ id }) => figures.some(({ network }) => network === id));
          if (run.length < 2) return [];
          return pairsOf(figures, data).map(([over, under]) => {
            const tiles = run.map(({ id: network, down, up }): Tile => {
              const { lossFraction: loss } = directionOf(scenario) === 'download' ? down : up;
              const rttMs = down.delayMs + up.delayMs;
              return { network, rttMs, loss, ...ratioOver(network, [over, under]) };
            });
            return { base, over, under, tiles };
          });
        })
        .filter(({ tiles }) => tiles.some(({ ratio }) => ratio !== null));
      const rest = leftToTables(maps.length - MOST_MAPS);
      return maps.slice(0, MOST_MAPS).map(({ base, over, under, tiles }) => {
        const sides = `${armText(over)} ÷ ${armText(under)}`;
        const ids = [over, under].flatMap(({ variant, arm }) => [variant.id, arm]);
        return draw({
          id: ['ratio', scenario, name, ...ids, base],
          network: tiles.find(({ ratio }) => ratio !== null)?.network ?? base,
          topic: scenario,
          title: `${sides} over ${networkText(base)} by round-trip time and loss: ${what} (${scenarioText(scenario)})`,
          alt: `${tiles.map(tileText).join('. ')}.`,
          note: `Above 1 (orange): ${armText(over)} has more. Below 1 (violet): ${armText(under)} has more. Median of the ratios of each round, its interval below (of fewer than ${ENOUGH_ROUNDS} rounds: each of them). Hatched: no difference detected, because the interval includes 1, the ratio is within the link’s tolerance of ${formatAsGiven(100 * LINK_TOLERANCE)} %, or there are fewer than ${ENOUGH_ROUNDS} rounds. Dashed: no round in which both are valid, or too many messages unanswered for a ratio. Round-trip time and loss as configured.${rest}`,
          panels: [{ ...mapPanel(tiles), heading: [what, sides, 'loss'] }],
        });
      });
    }),
  );
}

/** The name of a network without what was changed of its delay and loss. */
export function baseOf(network: string): string {
  const parts = network.split('+');
  return parts.filter((part) => !/^(?:delay|loss)=/.test(part)).join('+');
}

type Changed = ReturnType<typeof changedFactors>;

interface ChangedArm extends ArmFigures {
  readonly changed: Changed;
}

/** Arms of HTTP/3 and HTTP/2 variants that belong together, for each arm that was run. */
function pairsOf(
  figures: readonly Figure[],
  data: PlotSource['data'],
): (readonly [ArmFigures, ArmFigures])[] {
  const arms = byArm(figures).map((each) => ({ ...each, changed: changedIn(each, data) }));
  const names = new Map(arms.map(({ arm, changed }) => [arm, changed]));
  const pairs = [...names.keys()].toSorted().flatMap((name) => {
    const wanted = names.get(name) ?? [];
    const [h3 = [], h2 = []] = ['h3', 'h2'].map((protocol) => {
      const own = arms.filter(({ variant }) => variant.protocol === protocol);
      const variants = Map.groupBy(own, ({ variant }) => variant);
      return [...variants.values()].flatMap((each) => nearest(each, wanted) ?? []);
    });
    return h3.flatMap((over) => h2.map((under) => [over, under] as const));
  });
  return [...new Map(pairs.map((pair) => [pair.map(armKey).join(' '), pair])).values()];
}

/**
 * The arm with the most of the wanted one's factors and no other: a factor that applies to one side
 * only (as `http2-write` does) is not in the other's arm.
 */
function nearest(arms: readonly ChangedArm[], wanted: Changed): ArmFigures | undefined {
  const isWanted = ({ flag, value }: Changed[number]) =>
    wanted.some((each) => each.flag === flag && each.value === value);
  return arms
    .filter(({ changed }) => changed.every(isWanted))
    .toSorted((a, b) => b.changed.length - a.changed.length)[0];
}

/** The factors of an arm's cells that differ from the run's own. */
function changedIn({ figures }: ArmFigures, { cells, manifest }: PlotSource['data']): Changed {
  const own = manifest.config.factors;
  const [id] = figures.flatMap((figure) => figure.cells);
  return changedFactors(cells.find(({ cell }) => cell.cell === id)?.cell.factors ?? own, own);
}

function ratioOver(network: string, [over, under]: readonly ArmFigures[]) {
  const of = (arm?: ArmFigures) => arm?.figures.find((figure) => figure.network === network);
  const above = of(over);
  const found = above === undefined ? null : against(above, of(under) ?? null, 'ratio');
  const missing = found?.state === 'failed' ? 'unanswered' : 'no valid pair';
  return { ratio: found?.value === null ? null : found, missing };
}

function fewText({ rounds }: Figure): string {
  return rounds < ENOUGH_ROUNDS ? `only ${plural(rounds, 'round')}` : '';
}

function tileText({ rttMs, loss, ratio, missing }: Tile): string {
  const place = `${rttText(rttMs)} and ${lossText(loss)} loss`;
  if (ratio === null) return `${place}: ${missing}`;
  const rounds = fewText(ratio) || plural(ratio.rounds, 'round');
  const remarks = [spreadText(ratio), rounds].filter((text) => text !== '');
  const shown = differsFromOne(ratio) ? '' : ', no difference detected';
  return `${place}: ${valueText(ratio)} (${remarks.join(', ')})${shown}`;
}

const rttText = (rttMs: number) => `${formatAsGiven(rttMs)} ms`;
const lossText = (loss: number) => `${formatAsGiven(100 * loss)} %`;

/** Ratios beyond this, or under its inverse, have the same colour. */
const MOST = 4;
const ROW = 56;
const MARGINS = { marginLeft: 58, marginRight: 8, marginTop: 50, marginBottom: 42 } as const;
const AT = { x: 'rttMs', y: 'loss' } as const;
const RTT_LABEL = 'round-trip time (hatched: no difference detected)';
const AXIS = { fill: INK, tickSize: 0, labelAnchor: 'center', labelArrow: 'none' } as const;
const HATCH = { strokeWidth: ROW - 2, strokeDasharray: '1,7', inset: 1 } as const;
const HALO = { fill: 'ink', stroke: 'halo', strokeWidth: 3, strokeOpacity: 0.6 } as const;

/** A tile for each network, round-trip times beside and losses above each other. */
function mapPanel(tiles: readonly Tile[]): Panel {
  const distinct = (values: readonly number[]) => [...new Set(values)].toSorted((a, b) => a - b);
  const rtts = distinct(tiles.map(({ rttMs }) => rttMs));
  const losses = distinct(tiles.map(({ loss }) => loss));
  const shown = tiles.flatMap(({ ratio, ...at }) => {
    if (ratio === null) return [];
    // The ends of the scale need light text.
    const isDark = Math.abs(Math.log(ratio.value ?? 1)) > 0.75 * Math.log(MOST);
    const [ink, halo] = isDark ? ['white', 'black'] : ['black', 'white'];
    const interval = `${spreadText(ratio)}\n${fewText(ratio)}`;
    const isHatched = !differsFromOne(ratio);
    return [{ ...at, value: ratio.value, text: valueText(ratio), interval, ink, halo, isHatched }];
  });
  const holes = rtts.flatMap((rttMs) =>
    losses.flatMap((loss) => {
      const tile = tiles.find((each) => each.rttMs === rttMs && each.loss === loss);
      const { ratio, missing } = tile ?? { ratio: null, missing: 'not run' };
      return ratio === null ? [{ rttMs, loss, missing }] : [];
    }),
  );
  return {
    ...MARGINS,
    height: MARGINS.marginTop + losses.length * ROW + MARGINS.marginBottom,
    x: { type: 'band', domain: rtts, padding: 0 },
    y: { type: 'band', domain: losses, padding: 0, reverse: true },
    color: { type: 'diverging-log', scheme: 'PuOr', domain: [1 / MOST, MOST], clamp: true },
    marks: [
      Plot.axisX({ ...AXIS, label: RTT_LABEL, tickFormat: rttText }),
      Plot.axisY({ ...AXIS, label: null, tickFormat: lossText }),
      Plot.cell(shown, { ...AT, fill: 'value', inset: 1 }),
      Plot.cell(holes, { ...AT, fill: 'none', stroke: MUTED, strokeDasharray: '3,3', inset: 2 }),
      Plot.text(holes, { ...AT, text: 'missing', fill: MUTED }),
      // A line as thick as the tile, whose dashes hatch it: a pattern needs an id.
      Plot.tickY(
        shown.filter(({ isHatched }) => isHatched),
        { ...AT, ...HATCH, stroke: 'ink', strokeOpacity: 0.4 },
      ),
      Plot.text(shown, { ...AT, ...HALO, text: 'text', fontSize: 15, fontWeight: 600, dy: -12 }),
      Plot.text(shown, { ...AT, ...HALO, text: 'interval', fontSize: 10, lineAnchor: 'top' }),
    ],
  };
}

import { averageFor } from '@holbench/scenarios/metric';
import { directionOf, scenariosOf } from '@holbench/scenarios/registry';
import * as Plot from '@observablehq/plot';
import { spreadText, valueText } from '../document/figure-text.ts';
import { capital, formatAsGiven, plural } from '../document/format.ts';
import { against } from '../figures/baseline.ts';
import { LINK_TOLERANCE } from '@holbench/stats/least-latency-difference';
import { differsFromOne, isEnough } from '../figures/decisions.ts';
import type { Figure } from '../figures/figure.ts';
import { unitOf } from '../figures/pairs.ts';
import { type ArmFigures, armText, byArm, mainArms } from './arms.ts';
import { draw, type Panel, type PlotSource } from './draw.ts';
import type { Plot as Picture } from './plot.ts';
import { INK, MUTED } from './theme.ts';
import { networkText, scenarioText } from '../document/place-name.ts';

/** What is compared: one number per connection. */
const QUANTITIES = [
  {
    name: 'start-latency',
    metric: 'load-during',
    what: 'latency of a small load in a transfer’s first seconds',
  },
  {
    name: 'start-goodput',
    metric: 'goodput-start',
    what: 'goodput of the transfer in its first seconds',
  },
] as const;

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
 * HTTP/3 ÷ HTTP/2 over round-trip time and loss: a map for each pair of variants, with the run's own
 * factors, and each group of networks that differ in nothing but delay and loss.
 */
export function ratioPlots({ data, relation }: PlotSource): Picture[] {
  const profiles = data.manifest.networks.map(({ profile }) => profile);
  const groups = [...Map.groupBy(profiles, ({ id }) => baseOf(id))];
  return scenariosOf('beside-bulk').flatMap(({ id: scenario }) =>
    QUANTITIES.flatMap(({ name, metric, what }) =>
      groups.flatMap(([base, group]) => {
        const figures = group
          .flatMap(({ id: network }) => relation.at({ network, scenario, kind: 'text' }))
          .filter((figure) => figure.metric.id === metric && figure.cells.length > 0);
        const run = group.filter(({ id }) => figures.some(({ network }) => network === id));
        if (run.length < 2) return [];
        return pairsOf(figures).flatMap(([over, under]) => {
          const tiles = run.map(({ id: network, down, up }): Tile => {
            const { lossFraction: loss } = directionOf(scenario) === 'download' ? down : up;
            const rttMs = down.delayMs + up.delayMs;
            return { network, rttMs, loss, ...ratioOver(network, [over, under]) };
          });
          const first = tiles.find(({ ratio }) => ratio !== null);
          if (!first?.ratio) return [];
          const { unit, name: average, least } = averageFor(first.ratio.metric);
          const sides = `${armText(over)} ÷ ${armText(under)}`;
          const ids = [over, under].flatMap(({ variant, arm }) => [variant.id, arm]);
          return draw({
            id: ['ratio', scenario, name, ...ids, base],
            network: first.network,
            topic: scenario,
            title: `${sides} over ${networkText(base)} by round-trip time and loss: ${what} (${scenarioText(scenario)})`,
            alt: `${tiles.map(tileText).join('. ')}.`,
            note: `Above 1 (orange): ${armText(over)} has more. Below 1 (violet): ${armText(under)} has more. ${capital(average)} of the ratios of each ${unit}, its interval below (of fewer than ${least} ${unit}s: each of them). Hatched: no difference detected, because the interval includes 1, the ratio is within the link’s tolerance of ${formatAsGiven(100 * LINK_TOLERANCE)} %, or there are fewer than ${least} ${unit}s. Dashed: no ${unit} in which both are valid, or too many messages unanswered for a ratio. Round-trip time and loss as configured.`,
            panels: [{ ...mapPanel(tiles), heading: [what, sides, 'loss'] }],
          });
        });
      }),
    ),
  );
}

/** The name of a network without what was changed of its delay and loss. */
export function baseOf(network: string): string {
  const parts = network.split('+');
  return parts.filter((part) => !/^(?:delay|loss)=/.test(part)).join('+');
}

/** Each HTTP/3 variant over each of HTTP/2, with the run's own factors or their first arm. */
function pairsOf(figures: readonly Figure[]): (readonly [ArmFigures, ArmFigures])[] {
  const first = mainArms(byArm(figures));
  const [h3 = [], h2 = []] = ['h3', 'h2'].map((protocol) =>
    first.filter(({ variant }) => variant.protocol === protocol),
  );
  return h3.flatMap((over) => h2.map((under) => [over, under] as const));
}

function ratioOver(network: string, [over, under]: readonly ArmFigures[]) {
  const of = (arm?: ArmFigures) => arm?.figures.find((figure) => figure.network === network);
  const above = of(over);
  const found = above === undefined ? null : against(above, of(under) ?? null, 'ratio');
  const missing = found?.state === 'failed' ? 'unanswered' : 'no valid pair';
  return { ratio: found?.value === null ? null : found, missing };
}

function fewText(ratio: Figure): string {
  return isEnough(ratio) ? '' : `only ${plural(ratio.rounds, unitOf(ratio.points))}`;
}

function tileText({ rttMs, loss, ratio, missing }: Tile): string {
  const place = `${rttText(rttMs)} and ${lossText(loss)} loss`;
  if (ratio === null) return `${place}: ${missing}`;
  const rounds = fewText(ratio) || plural(ratio.rounds, unitOf(ratio.points));
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

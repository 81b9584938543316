import { waitsOf } from '@holbench/scenarios/families/beside-bulk/connection-metrics';
import { roundsOf } from '@holbench/scenarios/metric';
import { directionOf, scenariosOf } from '@holbench/scenarios/registry';
import { CENSORED } from '@holbench/stats/censored';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { orderStatistic } from '@holbench/stats/statistics';
import * as Plot from '@observablehq/plot';
import { formatShare } from '../document/format.ts';
import { networkText, scenarioText } from '../document/place-name.ts';
import type { Figure } from '../figures/figure.ts';
import { headerOf } from '../figures/selections.ts';
import { type ReportData, roundOf } from '../runs/report-data.ts';
import { byArm, mainArms, type OfArm } from './arms.ts';
import { axisX, axisY, logDomain, logTicks } from './axes.ts';
import { draw, nameMarks, type Panel, type PlotSource } from './draw.ts';
import type { Plot as Picture } from './plot.ts';
import { type Row, rowsText } from './row-text.ts';
import { BAD } from './theme.ts';

/** Messages beside the transfer of a scenario, of one kind. */
const MESSAGES = scenariosOf('beside-bulk').flatMap(
  ({ id: scenario }) =>
    [
      { scenario, kind: 'load', what: 'load of a text' },
      { scenario, kind: 'event', what: 'mutation until its event' },
    ] as const,
);

/** A curve each, the last in front; and the figures of it. */
const CURVES = [
  { label: 'during', metric: 'during', tail: 'during-p95', dash: 'none' },
  { label: 'alone', metric: 'alone', tail: '', dash: '2,2' },
] as const;
const HEADING = 'during ——, alone ····, ✕ no answer';
const NOTE =
  'Share of all messages sent, all connections together (its middle is not the table’s average of connections), against their latency in ms (logarithmic, the same for all networks). Curves stay below 1 where messages had no answer. ✕: their share. alone: the message alone; during: sent in the first seconds of the transfer.';

interface Curve extends Row {
  readonly dash: string;
  readonly steps: readonly Step[];
}

/** Latency distributions of small messages, of each variant with the run's own factors or its first arm. */
export function ecdfPlots({ data, relation }: PlotSource): Picture[] {
  return MESSAGES.flatMap(({ scenario, kind, what }) => {
    const found = data.manifest.networks.flatMap(({ profile: { id: network } }) => {
      const place = { network, scenario, kind: 'text' } as const;
      const figures = relation.at(place);
      if (figures.length === 0) return [];
      const arms = byArm(figures).flatMap(({ figures: own, ...of }) => {
        const find = (id: string) => own.find(({ metric }) => metric.id === `${kind}-${id}`);
        const curves = CURVES.flatMap(({ label, metric, dash }): Curve[] => {
          const figure = find(metric);
          if (figure === undefined || figure.n === 0) return [];
          return [{ label, figure, dash, steps: ecdf(operationsOf(data, figure, kind)) }];
        });
        const tails = CURVES.flatMap(({ label, tail }): Row[] => {
          const figure = find(tail);
          return figure === undefined || figure.value === null
            ? []
            : [{ label: `p95 ${label}`, figure }];
        });
        return curves.length === 0 ? [] : [{ ...of, curves, rows: [...curves, ...tails] }];
      });
      return arms.length === 0 ? [] : [{ network, first: mainArms(arms) }];
    });
    const all = found.flatMap(({ first }) => first.flatMap(({ curves }) => curves));
    const domain = logDomain(all.flatMap(({ steps }) => steps.map(({ ms }) => ms)));
    if (domain === null) return [];
    return found.map(({ network, first }) =>
      draw({
        id: ['ecdf', scenario, kind, network],
        network,
        topic: scenario,
        title: `Share of small messages answered within a time over ${networkText(network)}: ${what} beside a big ${directionOf(scenario)} (${scenarioText(scenario)})`,
        alt: rowsText(first),
        note: NOTE,
        panels: [framesPanel(first, domain)],
      }),
    );
  });
}

/** Every operation that a figure is of, in all connections. */
function operationsOf(
  data: ReportData,
  { metric, cells }: Figure,
  kind: 'load' | 'event',
): number[] {
  const when = metric.id === `${kind}-alone` ? 'alone' : 'during';
  return data.cells
    .filter(({ cell }) => cells.includes(cell.cell))
    .flatMap((finished) => roundsOf(roundOf(data, finished)))
    .flatMap((round) => waitsOf(round, kind, when));
}

/** Steps of a curve: more cannot be told apart. Their shares include those of p50 and p95. */
const STEPS = 40;

interface Step {
  readonly ms: number;
  readonly share: number;
}

/**
 * An empirical distribution function, rising. Its last share is below 1 where some were unanswered.
 *
 * @param latenciesMs of all messages sent, `CENSORED` for those without an answer.
 */
export function ecdf(latenciesMs: readonly number[]): Step[] {
  const sorted = sortSamples(latenciesMs);
  if (sorted === null) return [];
  const answered = sorted.filter((ms) => ms < CENSORED).length / sorted.length;
  const shares = Array.from({ length: STEPS }, (_, index) => (index + 1) / STEPS);
  return [...shares.filter((share) => share < answered), answered]
    .map((share) => ({ share, ms: orderStatistic(sorted, share) }))
    .filter(({ ms }, index, all) => ms < CENSORED && ms !== all[index + 1]?.ms);
}

const FRAME = 100;
/** Above a frame. */
const GAP = 26;
const COLUMNS = 2;
const MARGINS = { marginLeft: 28, marginRight: 12, marginTop: GAP + 18, marginBottom: 34 } as const;
const NO_STEP: Step = { ms: 0, share: 0 };
const FACET = { fx: 'fx', fy: 'fy' } as const;

/** Curves in frames with the same axes, one for each variant, in its colour. */
function framesPanel(
  groups: readonly (OfArm & { readonly curves: readonly Curve[] })[],
  domain: readonly [number, number],
): Panel {
  const frames = groups.map(({ variant, curves }, index) => ({
    variant,
    curves,
    colour: variant.colour,
    name: headerOf({ variant, arm: '' }),
    fx: index % COLUMNS,
    fy: Math.floor(index / COLUMNS),
  }));
  const lines = frames.flatMap(({ curves, ...frame }) =>
    curves.map((curve) => ({ ...frame, ...curve, ...(curve.steps.at(-1) ?? NO_STEP) })),
  );
  const open = lines.filter(({ figure }) => figure.failed > 0);
  const curve = { ...FACET, x: 'ms', y: 'share', curve: 'step-after', stroke: 'colour' } as const;
  const lost = ({ figure: { failed, n } }: Curve) => `✕ ${formatShare(failed, n)}`;
  const rows = Math.ceil(frames.length / COLUMNS);
  return {
    height: MARGINS.marginTop + rows * (GAP + FRAME) - GAP + MARGINS.marginBottom,
    ...MARGINS,
    heading: [HEADING],
    x: { type: 'log', domain: [...domain] },
    y: { domain: [0, 1] },
    fx: { axis: null, domain: [...Array(COLUMNS).keys()], paddingInner: 0.12, paddingOuter: 0 },
    // Of a single one, padding would be within it.
    fy: { axis: null, paddingInner: rows > 1 ? GAP / (GAP + FRAME) : 0, paddingOuter: 0 },
    marks: [
      ...axisX(logTicks(domain, 4), 'ms, logarithmic'),
      ...axisY([0, 0.5, 1]),
      ...lines.map(({ steps, dash, ...frame }) =>
        Plot.line(
          steps.map((step) => ({ ...frame, ...step })),
          { ...curve, strokeWidth: 1.75, strokeDasharray: dash },
        ),
      ),
      Plot.ruleY(open, { ...FACET, y: 'share', x1: 'ms', x2: domain[1], stroke: BAD }),
      Plot.text(open, {
        ...FACET,
        y: 'share',
        text: lost,
        frameAnchor: 'right',
        textAnchor: 'end',
        dy: 7,
        fill: BAD,
      }),
      ...nameMarks(frames, { ...FACET, frameAnchor: 'top-left', dx: -4, dy: -12 }),
    ],
  };
}

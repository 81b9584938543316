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
import { byArm, firstArms } from './arms.ts';
import { axisX, axisY, logDomain, logTicks } from './axes.ts';
import { draw, nameMarks, type Panel, type PlotSource } from './draw.ts';
import type { Plot as Picture } from './plot.ts';
import { type Row, rowsText } from './rows.ts';
import { BAD, INK, PAPER } from './theme.ts';

/** Messages beside the transfer of a scenario, of one kind. */
const MESSAGES = scenariosOf('beside-bulk').flatMap(({ id: scenario }) => [
  { scenario, kind: 'load', what: 'load of a text' },
  { scenario, kind: 'event', what: 'mutation until its event' },
]);

/** A curve each: what a message is beside, the last in front. */
const PHASES = [
  { phase: 'same', dash: 'none' },
  { phase: 'other', dash: '6,3' },
  { phase: 'alone', dash: '2,2' },
] as const;

const NOTE =
  'Share of all messages sent, all rounds together (its middle is not the table’s median of rounds), against their latency in ms (logarithmic, the same for all networks). Curves stay below 1 where messages had no answer. ✕: their share. alone: the message alone; other: beside a transfer on another connection; same: on the same connection.';

interface Curve extends Row {
  readonly dash: string;
  readonly steps: readonly Step[];
}

/** Latency distributions of small messages, of each variant with the run's own factors or its first arm. */
export function ecdfPlots({ data, relation }: PlotSource): Picture[] {
  return MESSAGES.flatMap(({ scenario, kind, what }) => {
    const found = data.manifest.networks.flatMap(({ profile: { id: network } }) => {
      const figures = relation.at({ network, scenario, kind: 'text', fanOut: null });
      const arms = byArm(figures).flatMap(({ figures: own, ...of }) => {
        const find = (id: string) => own.find(({ metric }) => metric.id === `${kind}-${id}`);
        const curves = PHASES.flatMap(({ phase, dash }): Curve[] => {
          const figure = find(`${phase}-p50`);
          if (figure === undefined || figure.n === 0) return [];
          return [{ label: phase, figure, dash, steps: ecdf(operationsOf(data, figure)) }];
        });
        const tails = PHASES.flatMap(({ phase }): Row[] => {
          const figure = find(`${phase}-p95`);
          return figure === undefined || figure.value === null
            ? []
            : [{ label: `p95 ${phase}`, figure }];
        });
        return curves.length === 0 ? [] : [{ ...of, curves, rows: [...curves, ...tails] }];
      });
      return arms.length === 0 ? [] : [{ network, first: firstArms(arms) }];
    });
    const all = found.flatMap(({ first }) => first.flatMap(({ curves }) => curves));
    const domain = logDomain(all.flatMap(({ steps }) => steps.map(({ ms }) => ms)));
    if (domain === null) return [];
    // Room for labels beside the steepest curve.
    domain[0] /= 1.5;
    return found.map(({ network, first }) =>
      draw({
        id: ['ecdf', scenario, kind, network],
        network,
        topic: scenario,
        title: `Share of small messages answered within a time over ${networkText(network)}: ${what} beside a big ${directionOf(scenario)} (${scenarioText(scenario)})`,
        alt: rowsText(first),
        note: NOTE,
        panels: [
          framesPanel(
            first.map(({ curves }) => curves),
            domain,
          ),
        ],
      }),
    );
  });
}

/** Every operation that a figure is of, in all rounds. */
function operationsOf(data: ReportData, { metric, series, cells }: Figure): number[] {
  const { estimate } = metric;
  const rounds = data.cells.filter(({ cell }) => cells.includes(cell.cell));
  return estimate.of === 'operations'
    ? rounds.flatMap((round) => estimate.values(roundOf(data, round), series))
    : [];
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
const MARGINS = { marginLeft: 28, marginRight: 12, marginTop: GAP, marginBottom: 34 } as const;
const FACET = { fx: 'fx', fy: 'fy' } as const;

/** Curves in frames with the same axes, one for each variant, in its colour. */
function framesPanel(
  frames: readonly (readonly Curve[])[],
  domain: readonly [number, number],
): Panel {
  const [low, high] = domain;
  const lines = frames.flatMap((own, frame) =>
    own.map(({ label, figure: { variant, failed, n }, steps, dash }, index) => {
      const [last] = steps.slice(-1);
      const share = last?.share ?? 0;
      // Labels are at heights of their own, so that they do not meet.
      const y = (share * (index + 1)) / (own.length + 1);
      return {
        variant,
        failed,
        index,
        dash,
        steps,
        share,
        y,
        x: steps.find((step) => step.share >= y)?.ms ?? low,
        endMs: last?.ms ?? low,
        name: headerOf({ variant, arm: '' }),
        label: failed === 0 ? label : `${label} ✕ ${formatShare(failed, n)}`,
        colour: variant.colour,
        fx: frame % COLUMNS,
        fy: Math.floor(frame / COLUMNS),
      };
    }),
  );
  const curve = { ...FACET, x: 'ms', y: 'share', curve: 'step-after', stroke: 'colour' } as const;
  const open = lines.filter(({ failed }) => failed > 0);
  const end = { ...FACET, y: 'share' } as const;
  const label = { ...FACET, x: 'x', y: 'y', text: 'label', fontSize: 10, fill: INK } as const;
  const rows = Math.ceil(frames.length / COLUMNS);
  return {
    height: rows * (GAP + FRAME) + MARGINS.marginBottom,
    ...MARGINS,
    x: { type: 'log', domain: [...domain] },
    y: { domain: [0, 1] },
    fx: { axis: null, domain: [...Array(COLUMNS).keys()], paddingInner: 0.12, paddingOuter: 0 },
    // Of a single one, padding would be within it.
    fy: { axis: null, paddingInner: rows > 1 ? GAP / (GAP + FRAME) : 0, paddingOuter: 0 },
    marks: [
      ...axisX(logTicks(domain, 4), 'ms, logarithmic'),
      ...axisY([0, 0.5, 1]),
      ...PHASES.map(({ dash: strokeDasharray }) => {
        const own = lines.filter(({ dash }) => dash === strokeDasharray);
        const steps = own.flatMap((line) => line.steps.map((step) => ({ ...line, ...step })));
        return Plot.line(steps, { ...curve, strokeWidth: 1.75, strokeDasharray });
      }),
      Plot.ruleY(open, { ...end, x1: 'endMs', x2: high, stroke: BAD, strokeDasharray: '1,2' }),
      Plot.text(open, { ...end, frameAnchor: 'right', text: () => '✕', fill: BAD, dx: 5 }),
      // On the side of its curve that has more room.
      ...(['start', 'end'] as const).map((textAnchor) => {
        const own = lines.filter(({ x }) => x ** 2 < low * high === (textAnchor === 'start'));
        const at = { textAnchor, dx: textAnchor === 'start' ? 5 : -5 };
        return Plot.text(own, { ...label, ...at, stroke: PAPER, strokeWidth: 4 });
      }),
      ...nameMarks(
        lines.filter(({ index }) => index === 0),
        { ...FACET, frameAnchor: 'top-left', dx: -4, dy: -12 },
      ),
    ],
  };
}

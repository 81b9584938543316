import { CENSORED } from '@holbench/stats/censored';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { orderStatistic } from '@holbench/stats/statistics';
import * as Plot from '@observablehq/plot';
import { formatShare } from '../document/format.ts';
import type { Figure } from '../figures/figure.ts';
import { headerOf } from '../figures/selections.ts';
import { type ReportData, roundOf } from '../runs/report-data.ts';
import { leftToTables, MOST_TOGETHER } from './arms.ts';
import { axisX, axisY, logDomain, logTicks } from './axes.ts';
import { draw, nameMarks, type Panel, type PlotSource } from './draw.ts';
import { holbGroups, MESSAGES, messagesTitle } from './holb.ts';
import type { Plot as Picture } from './plot.ts';
import { type Row, rowsText } from './rows.ts';
import { BAD, INK, PAPER } from './theme.ts';
import { networkText } from '../document/place-name.ts';

/** Of the curves in a frame: more of them cannot be told apart. */
const DASHES = ['none', '6,3', '2,2', '9,3,2,3', '1,4', '12,4'] as const;

const HOW =
  'Share of all messages sent, all rounds together (its middle is not the table’s median of rounds), against their latency in ms (logarithmic, the same for all networks). Curves stay below 1 where messages had no answer. ✕: their share.';

interface Curve {
  readonly label: string;
  readonly figure: Figure;
  readonly steps: readonly Step[];
}

/** Latency distributions of small messages, and in pictures of their own what a sweep changes. */
export function ecdfPlots({ data, relation }: PlotSource): Picture[] {
  return MESSAGES.flatMap((messages) => {
    const { scenario, kind } = messages;
    const pictures = data.manifest.networks.flatMap(({ profile: { id: network } }) => {
      const groups = holbGroups(relation, network, messages).filter(({ rows }) => rows.length > 0);
      const first = groups.filter(({ variant }, index) => groups[index - 1]?.variant !== variant);
      // On the transfer's connection: what a sweep is about.
      const same = groups.flatMap((group) => {
        const row = group.rows.find(({ label }) => label === 'same');
        return row === undefined ? [] : [{ ...group, row, rows: [row] }];
      });
      const arms = [...Map.groupBy(same, ({ variant }) => variant).values()];
      const swept = arms.filter((own) => own.length > 1);
      const shown = swept.slice(0, MOST_TOGETHER).map((own) => own.slice(0, DASHES.length));
      const left = swept.flat().length - shown.flat().length;
      const curve = ({ label, figure }: Row): Curve => {
        return { label, figure, steps: ecdf(operationsOf(data, figure)) };
      };
      const of = { network, topic: scenario };
      const over = `over ${networkText(network)}: ${messagesTitle(messages)}`;
      return [
        {
          ...of,
          id: ['ecdf', scenario, kind, network],
          title: `Share of small messages answered within a time ${over}`,
          alt: rowsText(first),
          note: `${HOW} alone: the message alone; other: beside a transfer on another connection; same: on the same connection.`,
          frames: first.map(({ rows }) => rows.toReversed().map(curve)),
          columns: 2,
        },
        {
          ...of,
          id: ['ecdf', scenario, kind, 'arms', network],
          title: `What the sweep changes ${over}, on the same connection`,
          alt: rowsText(shown.flat()),
          note: `${HOW} One line per arm of the sweep, on the transfer’s connection (same).${leftToTables(left)}`,
          frames: shown.map((own) =>
            own.map(({ arm, row }) => curve({ ...row, label: arm || 'the run’s own' })),
          ),
          columns: 1,
        },
      ];
    });
    const steps = pictures.flatMap(({ frames }) => frames.flat().flatMap((each) => each.steps));
    const domain = logDomain(steps.map(({ ms }) => ms));
    if (domain === null) return [];
    // Room for labels beside the steepest curve.
    domain[0] /= 1.5;
    return pictures
      .filter(({ frames }) => frames.length > 0)
      .map(({ columns, frames, ...of }) =>
        draw({ ...of, panels: [framesPanel(frames, columns, domain)] }),
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
const MARGINS = { marginLeft: 28, marginRight: 12, marginTop: GAP, marginBottom: 34 } as const;
const FACET = { fx: 'fx', fy: 'fy' } as const;

/** Curves in frames with the same axes, one for each variant, in its colour. */
function framesPanel(
  frames: readonly (readonly Curve[])[],
  columns: number,
  domain: readonly [number, number],
): Panel {
  const [low, high] = domain;
  const lines = frames.flatMap((own, frame) =>
    own.map(({ label, figure: { variant, failed, n }, steps }, index) => {
      const [last] = steps.slice(-1);
      const share = last?.share ?? 0;
      // Labels are at heights of their own, so that they do not meet.
      const y = (share * (index + 1)) / (own.length + 1);
      return {
        variant,
        failed,
        index,
        steps,
        share,
        y,
        x: steps.find((step) => step.share >= y)?.ms ?? low,
        endMs: last?.ms ?? low,
        name: headerOf({ variant, arm: '' }),
        label: failed === 0 ? label : `${label} ✕ ${formatShare(failed, n)}`,
        colour: variant.colour,
        fx: frame % columns,
        fy: Math.floor(frame / columns),
      };
    }),
  );
  const curve = { ...FACET, x: 'ms', y: 'share', curve: 'step-after', stroke: 'colour' } as const;
  const open = lines.filter(({ failed }) => failed > 0);
  const end = { ...FACET, y: 'share' } as const;
  const label = { ...FACET, x: 'x', y: 'y', text: 'label', fontSize: 10, fill: INK } as const;
  const rows = Math.ceil(frames.length / columns);
  return {
    height: rows * (GAP + FRAME) + MARGINS.marginBottom,
    ...MARGINS,
    x: { type: 'log', domain: [...domain] },
    y: { domain: [0, 1] },
    // Of a single one, padding would be within it.
    fx: { axis: null, paddingInner: columns > 1 ? 0.12 : 0, paddingOuter: 0 },
    fy: { axis: null, paddingInner: rows > 1 ? GAP / (GAP + FRAME) : 0, paddingOuter: 0 },
    marks: [
      ...axisX(logTicks(domain, columns > 1 ? 4 : 7), 'ms, logarithmic'),
      ...axisY([0, 0.5, 1]),
      ...DASHES.map((strokeDasharray, index) => {
        const own = lines.filter((line) => line.index === index);
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

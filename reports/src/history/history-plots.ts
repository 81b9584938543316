import { variant as variantOf } from '@holbench/variants/registry';
import * as Observable from '@observablehq/plot';
import { axisX, axisY, logDomain, logTicks, MARGIN_LEFT } from '../plots/axes.ts';
import { draw, type Panel } from '../plots/draw.ts';
import type { Plot } from '../plots/plot.ts';
import { BAD, MUTED } from '../plots/theme.ts';
import { type HistoryPoint, isChange, linesOf } from './history-point.ts';

/** A picture of each program: its lines below each other, the wait over the day of release. */
export function historyPlots(points: readonly HistoryPoint[]): Plot[] {
  const programs = Map.groupBy(points, ({ program }) => program);
  return [...programs].map(([program, own]) => {
    const lines = linesOf(own).filter((line) => line.some(({ wait_ms: wait }) => wait !== null));
    return draw({
      id: ['history', program],
      network: '',
      topic: 'history',
      title: `Wait beside a transfer, by version of ${program}`,
      alt: lines.map(lineText).join(' '),
      note: 'In ms, logarithmic, with its interval. A line connects versions of one number before the first point. Red: another wait than with the version before, over the same connections.',
      panels: lines.map(linePanel),
    });
  });
}

function lineText(line: readonly HistoryPoint[]): string {
  const [first] = line;
  const waits = line.map(
    ({ version, wait_ms: wait }) =>
      `${version} ${wait === null ? 'missing' : `${Math.round(wait)} ms`}`,
  );
  return `${first?.variant}, ${first?.scenario} over ${first?.network}: ${waits.join(', ')}.`;
}

/** Above and below the points of a picture. */
const AIR = 1.3;

interface Drawn extends HistoryPoint {
  readonly x: number | Date;
  readonly major: string;
}

function linePanel(line: readonly HistoryPoint[]): Panel {
  const [first] = line;
  const variant = variantOf(first?.variant ?? '');
  const isDated = line.every(({ released }) => released !== null);
  const drawn = line.map((point, index): Drawn => ({
    ...point,
    x: isDated ? new Date(point.released ?? 0) : index,
    major: point.version.split('.')[0] ?? '',
  }));
  const waits = drawn.filter(({ wait_ms: wait }) => wait !== null);
  const [least, most] = logDomain(
    waits.flatMap(({ wait_ms: wait, low_ms: low, high_ms: high }) => [wait, low, high]),
  ) ?? [1, 10];
  // Small differences look small.
  const domain = [least / AIR, most * AIR] as const;
  const changed = waits.filter(isChange);
  const at = { x: 'x', y: 'wait_ms' } as const;
  const named = [...new Set([...waits.slice(0, 1), ...changed, ...waits.slice(-1)])];
  return {
    heading: [{ variant, name: variant.title }, `${first?.scenario} over ${first?.network}`],
    marginTop: 46,
    marginLeft: MARGIN_LEFT,
    marginRight: 26,
    marginBottom: 30,
    height: 190,
    x: isDated
      ? { type: 'utc', inset: 20 }
      : { type: 'linear', inset: 20, domain: [0, Math.max(1, line.length - 1)] },
    y: { type: 'log', domain: [...domain], clamp: true },
    marks: [
      ...axisY(logTicks(domain, 4)),
      ...(isDated
        ? [Observable.axisX({ ticks: 4, tickSize: 0, fill: MUTED, label: null })]
        : axisX(0, 'version')),
      Observable.line(waits, { ...at, z: 'major', stroke: variant.colour, strokeOpacity: 0.6 }),
      Observable.ruleX(waits, {
        x: 'x',
        y1: 'low_ms',
        y2: (point: Drawn) => point.high_ms ?? domain[1],
        stroke: variant.colour,
        strokeWidth: 5,
        strokeOpacity: 0.35,
      }),
      Observable.dot(waits, { ...at, r: 3, fill: variant.colour }),
      Observable.dot(changed, { ...at, r: 5, fill: BAD }),
      Observable.text(named, { ...at, text: 'version', dy: -10, fontSize: 9, fill: MUTED }),
    ],
  };
}

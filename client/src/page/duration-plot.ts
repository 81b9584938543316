import type { Measurement } from '@holbench/results/sample';
import { element, svgElement } from './element.ts';
import { formatDuration } from './format.ts';

/** Height of the plot in the units of its view box; its width has one unit per operation. */
const HEIGHT = 100;

/** With fewer operations the plot leaves space on the right, so that columns stay narrow. */
const FEWEST_COLUMNS = 10;

/** One column per operation, as high as its duration; failed ones hatched, at full height. */
export function durationPlot(measurements: readonly Measurement[], title: string): HTMLElement {
  const longestMs = Math.max(0, ...measurements.map(durationOf));
  const scaleMs = niceCeiling(longestMs);
  const columns = Math.max(measurements.length, FEWEST_COLUMNS);
  const svg = svgElement('svg', {
    viewBox: `0 0 ${columns} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': `${title}: duration of each of ${measurements.length} operations`,
  });
  for (const y of [0, HEIGHT / 2]) {
    svg.append(svgElement('line', { class: 'grid', x1: 0, x2: columns, y1: y, y2: y }));
  }
  for (const [position, measurement] of measurements.entries()) {
    const failed = measurement.outcome.status !== 'ok';
    const height = failed ? HEIGHT : (durationOf(measurement) / scaleMs) * HEIGHT;
    const box = { x: position + 0.1, y: HEIGHT - height, width: 0.8, height };
    const bar = svgElement('rect', { class: failed ? 'failed' : 'bar', ...box });
    bar.append(svgElement('title', {}, describe(measurement)));
    svg.append(bar);
  }
  return element(
    'div',
    { class: 'plot' },
    element('span', { class: 'top' }, formatDuration(scaleMs)),
    element('span', { class: 'middle' }, formatDuration(scaleMs / 2)),
    element('span', { class: 'bottom' }, '0'),
    svg,
  );
}

function durationOf({ outcome }: Measurement): number {
  return outcome.status === 'ok' ? outcome.durationMs : 0;
}

function describe({ label, user, index, outcome }: Measurement): string {
  const name = `${label}, user ${user}, operation ${index}`;
  if (outcome.status === 'ok') {
    return `${name}: ${formatDuration(outcome.durationMs)}, ${outcome.protocol}`;
  }
  const code = outcome.status === 'failed' ? `${outcome.code}: ` : '';
  return `${name}: ${outcome.status}, ${code}${outcome.reason}`;
}

/** The next 1, 2, 3, 4, 5, 6 or 8 times a power of ten; 1 for zero. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((each) => each * power >= value) ?? 10;
  return step * power;
}

import { VARIANTS } from '@holbench/variants/registry';
import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { formatNumber } from '../model/format.ts';
import type { Measure } from '../model/measures.ts';
import { Markup } from './markup.ts';

/** Text and lines take the colour of the page, light or dark. */
const INK = 'currentColor';

/**
 * A dot per variant on a logarithmic axis in ms, faint dots for single rounds, a line for the 95 %
 * interval. @returns an `svg` element.
 */
export async function chart(measure: Measure): Promise<Markup> {
  // Ids inside an SVG come from a global counter: the same report must have the same ids.
  vega.resetSVGDefIds();
  const { spec } = compile(dotPlot(measure));
  const view = new vega.View(vega.parse(spec), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  return new Markup(svg);
}

function dotPlot({ standings }: Measure): TopLevelSpec {
  const shown = VARIANTS.filter(({ id }) => standings.some(({ variant }) => variant === id));
  const ids = shown.map(({ id }) => id);
  const dots = standings.map(({ variant, valueMs, interval, rounds, ranked }) => ({
    variant,
    value: valueMs,
    low: interval?.low ?? valueMs,
    high: Math.min(interval?.high ?? valueMs, LARGEST),
    end: Math.max(
      valueMs,
      Math.min(interval?.high ?? 0, LARGEST),
      ...rounds.map((round) => round.valueMs),
    ),
    label: ranked ? formatNumber(valueMs) : `${formatNumber(valueMs)} ‡`,
  }));
  const singles = standings.flatMap(({ variant, rounds }) =>
    rounds.map((round) => ({ variant, value: round.valueMs })),
  );
  const all = [...dots.flatMap(({ low, end }) => [low, end]), ...singles.map(({ value }) => value)];
  const domain = [Math.min(...all) / 1.15, Math.max(...all) * 1.15];
  const x = (field: string) => ({
    field,
    type: 'quantitative' as const,
    scale: { type: 'log' as const, domain, nice: false },
    axis: { title: 'ms, logarithmic', tickCount: 4, format: ',.4~g' },
  });
  return {
    width: 195,
    height: { step: 24 },
    padding: { left: 2, right: 44, top: 4, bottom: 2 },
    autosize: { type: 'pad', contains: 'content' },
    background: 'transparent',
    data: { values: dots },
    encoding: {
      y: {
        field: 'variant',
        type: 'nominal',
        sort: ids,
        axis: { title: null, ticks: false, domain: false, labelPadding: 6, grid: false },
      },
      color: {
        field: 'variant',
        type: 'nominal',
        scale: { domain: ids, range: shown.map(({ colour }) => colour) },
        legend: null,
      },
    },
    layer: [
      {
        mark: { type: 'rule', strokeWidth: 3, opacity: 0.5 },
        encoding: { x: x('low'), x2: { field: 'high' } },
      },
      {
        data: { values: singles },
        mark: { type: 'point', filled: true, size: 30, opacity: 0.45 },
        encoding: { x: x('value') },
      },
      {
        mark: { type: 'point', filled: true, size: 90, opacity: 1 },
        encoding: { x: x('value') },
      },
      {
        mark: { type: 'text', align: 'left', dx: 9, fontSize: 12 },
        encoding: { x: x('end'), text: { field: 'label' }, color: { value: INK } },
      },
    ],
    config: {
      aria: false,
      font: 'system-ui, sans-serif',
      view: { stroke: null },
      axis: {
        labelColor: INK,
        titleColor: INK,
        tickColor: INK,
        domainColor: INK,
        gridColor: INK,
        gridOpacity: 0.15,
        domainOpacity: 0.4,
        tickOpacity: 0.4,
        labelFontSize: 12,
        titleFontSize: 11,
        titleFontWeight: 'normal',
      },
    },
  };
}

/** An interval that reaches failed operations is drawn to the longest that a benchmark waits. */
const LARGEST = 600_000;

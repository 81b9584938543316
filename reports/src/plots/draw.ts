import type { Variant } from '@holbench/variants/registry';
import * as Observable from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { Report } from '../report.ts';
import { type Plot, plotId } from './plot.ts';
import { INK, MUTED } from './theme.ts';

/** What plots are made from. */
export type PlotSource = Pick<Report, 'data' | 'relation'>;

/** A part of a picture, as wide as it; parts are below each other. Sizes are in pixels. */
export interface Panel extends Observable.PlotOptions {
  height: number;
  marginTop: number;
  marginLeft: number;
  /** Lines above the frame, from the left edge of the picture on; the first of several is bold. */
  heading?: readonly (string | Named)[];
}

/** A variant by its colour and a name. */
export interface Named {
  readonly variant: Variant;
  readonly name: string;
}

/** A plot before it is drawn. */
interface Drawing extends Omit<Plot, 'id' | 'svg'> {
  /** Parts of the id; '' is left out. */
  readonly id: readonly string[];
  readonly panels: readonly Panel[];
}

/** In CSS pixels: that of a phone, so that text stays readable there. */
const WIDTH = 360;

/** The DOM that Observable Plot builds its elements in: no browser. */
const { document } = parseHTML('<!doctype html><html><body></body></html>');

/** The same panels give the same bytes. */
export function draw({ id, panels, ...of }: Drawing): Plot {
  let height = 0;
  const drawn = panels.map((panel) => {
    const svg = panelSvg(panel, height);
    height += panel.height;
    return svg;
  });
  // XML has no control characters, but names in runs may.
  const svg = (
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" ` +
    `fill="${INK}" font-family="system-ui, sans-serif" font-size="11" text-anchor="middle">` +
    `<title>${escape(of.title)}</title><desc>${escape(of.alt)}</desc>${drawn.join('')}</svg>`
  ).replaceAll(/\p{Cc}/gu, ' ');
  return { id: plotId(...id), ...of, svg };
}

function panelSvg({ heading = [], marks = [], ...panel }: Panel, y: number): string {
  const element: { readonly innerHTML: string } = Observable.plot({
    ...panel,
    marks: [
      ...marks,
      ...heading.flatMap((line, index) => headingMarks(line, index, heading, panel)),
    ],
    width: WIDTH,
    document,
  });
  // Plot's own style and labels of groups say nothing here; a pixel has two decimals at most.
  const inner = element.innerHTML
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(/ aria-[a-z]+="[^"]*"/g, '')
    .replaceAll('currentColor', INK)
    .replaceAll(/="[^"]*\d\.\d{3,}[^"]*"/g, (attribute) =>
      attribute.replaceAll(/\d+\.\d{3,}(?:e-?\d+)?/g, (number) =>
        String(Math.round(Number(number) * 100) / 100),
      ),
    );
  return `<svg y="${y}" width="${WIDTH}" height="${panel.height}" overflow="visible">${inner}</svg>`;
}

const STARTS = { textAnchor: 'start', lineAnchor: 'middle', textOverflow: 'ellipsis' } as const;

function headingMarks(
  line: string | Named,
  index: number,
  { length }: readonly unknown[],
  { marginLeft, marginTop }: Pick<Panel, 'marginLeft' | 'marginTop'>,
): Observable.Markish[] {
  const at = {
    frameAnchor: 'top-left',
    dx: 6 - marginLeft,
    dy: 9 + 15 * index - marginTop,
  } as const;
  if (typeof line !== 'string') return nameMarks([line], { ...at, dx: at.dx + 5 });
  const isTitle = index === 0 && length > 1;
  const style = isTitle ? { fontWeight: 600 } : { fill: MUTED };
  return [Observable.text([line], { ...STARTS, ...at, ...style, lineWidth: 32, facet: 'super' })];
}

/** The variant of each of them, by its colour and its name. */
export function nameMarks(
  named: readonly Named[],
  at: Observable.DotOptions & { readonly dx: number },
): Observable.Markish[] {
  const fill = ({ variant }: Named) => variant.colour;
  const text = { text: 'name', fontWeight: 600, lineWidth: 29 } as const;
  return [
    Observable.dot(named, { ...at, r: 4.5, fill }),
    Observable.text(named, { ...at, ...STARTS, ...text, dx: at.dx + 9 }),
  ];
}

function escape(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

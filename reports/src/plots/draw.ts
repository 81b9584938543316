import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { INK, WIDTH } from './theme.ts';

/** A part of a picture and where it lies in it, in pixels. */
export interface Panel {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly options: Plot.PlotOptions;
}

/** The DOM that Observable Plot builds its elements in: no browser. */
const { document } = parseHTML('<!doctype html><html><body></body></html>');

export const FONT_PX = 11;

/**
 * Draws panels into one picture of `WIDTH`. The same panels give the same bytes.
 *
 * @param height in pixels.
 * @returns an `svg` element with its title and description, for screen readers.
 */
export function draw(
  { title, alt }: { readonly title: string; readonly alt: string },
  height: number,
  panels: readonly Panel[],
): string {
  const drawn = panels.map(panel).join('');
  // XML has no control characters, but names in runs may.
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" ` +
    `fill="${INK}" font-family="system-ui, sans-serif" font-size="${FONT_PX}" text-anchor="middle">` +
    `<title>${escape(title)}</title><desc>${escape(alt)}</desc>${drawn}</svg>`
  ).replaceAll(/\p{Cc}/gu, ' ');
}

function panel({ x, y, width, height, options }: Panel): string {
  const element: { readonly innerHTML: string } = Plot.plot({
    ...options,
    width,
    height,
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
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" overflow="visible">${inner}</svg>`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

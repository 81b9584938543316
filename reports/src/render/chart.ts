import type { Plot } from '../plots/plot.ts';
import { Markup } from './markup.ts';

/** The picture of a plot, as an `svg` element. @throws Error where there is none of that id. */
export function chart(plots: readonly Plot[], id: string): Markup {
  const found = plots.find((plot) => plot.id === id);
  if (!found) throw new Error(`no plot ${id}`);
  return new Markup(found.svg);
}

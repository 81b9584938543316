import type { Measure } from '../model/measures.ts';
import { standingPlot } from '../plots/standing-plot.ts';
import { Markup } from './markup.ts';

/** The plot of a measure, as an `svg` element. */
export function chart(measure: Measure, network: string): Markup {
  return new Markup(standingPlot(network, measure).svg);
}

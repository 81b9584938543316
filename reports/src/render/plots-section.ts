import { idText } from '../model/id-text.ts';
import type { Plot } from '../plots/plot.ts';
import { html, Markup } from './markup.ts';

/** The plots of one network, each with how to read it; those of measures stand with their findings. */
export function plotsSection(plots: readonly Plot[], network: string): Markup | null {
  const own = plots.filter((plot) => plot.network === network && plot.topic !== 'measures');
  if (own.length === 0) return null;
  const id = `plots-${idText(network)}`;
  return html`
    <section aria-labelledby="${id}">
      <h2 id="${id}">Plots (network ${network})</h2>
      <p>The same pictures are files in the folder <code>plots</code> beside this one.</p>
      <div class="plots">${own.map(plotFigure)}</div>
    </section>
  `;
}

/** One plot with its title and how to read it. */
export function plotFigure({ id, title, note, svg }: Plot): Markup {
  return html`<figure id="plot-${id}">
    <figcaption>${title}</figcaption>
    ${new Markup(svg)}
    <p class="notes">${note}</p>
  </figure> `;
}

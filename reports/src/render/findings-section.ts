import { idText } from '../model/id-text.ts';
import type { NetworkReport } from '../model/report.ts';
import { plotId } from '../plots/plot-id.ts';
import type { Plot } from '../plots/plot.ts';
import { html, Markup } from './markup.ts';
import { sentenceMarkup } from './sentence.ts';

/** What the scenarios without a bulk transfer say: a sentence and a picture for each measure. */
export function findingsSection(
  { network, findings, measures }: NetworkReport,
  plots: readonly Plot[],
): Markup | null {
  if (findings.length === 0) return null;
  const id = `findings-${idText(network)}`;
  const figures: Markup[] = [];
  for (const measure of measures) {
    const label = `${measure.title}: ${measure.standings.map(({ variant }) => variant).join(', ')}, fastest first`;
    figures.push(
      html`<figure role="group" aria-label="${label}">
        <figcaption>${measure.title}</figcaption>
        ${chart(plots, plotId('measure', measure.id, network))}
      </figure> `,
    );
  }
  return html`
    <section aria-labelledby="${id}">
      <h2 id="${id}">The other scenarios over ${network}</h2>
      <ul class="findings">
        ${findings.map(
          ({ measure, sentence }) =>
            html`<li><strong>${measure.title}</strong>: ${sentenceMarkup(sentence)}</li> `,
        )}
      </ul>
      <div class="charts">${figures}</div>
      <ul class="notes">
        <li>
          Large dot: all rounds together. Small dots: single rounds. Line: 95 % interval over
          rounds, where there are two or more; with few rounds it is narrow, because it cannot reach
          beyond what they saw. ‡: the client was the bottleneck, so it is not ranked.
        </li>
      </ul>
    </section>
  `;
}

/** The picture of a plot, as an `svg` element. @throws Error where there is none of that id. */
function chart(plots: readonly Plot[], id: string): Markup {
  const found = plots.find((plot) => plot.id === id);
  if (!found) throw new Error(`no plot ${id}`);
  return new Markup(found.svg);
}

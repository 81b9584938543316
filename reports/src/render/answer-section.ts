import type { Report } from '../model/report.ts';
import type { Plot } from '../plots/plot.ts';
import { NOTHING_TO_ANSWER } from '../model/answer.ts';
import { tableSection } from './figure-cell.ts';
import { html, Markup } from './markup.ts';
import { sentenceMarkup } from './sentence.ts';

/** A plot that says itself which network it is of: what it shows stands above. */
function networkFigure({ id, title, svg }: Plot): Markup {
  return html`<figure id="plot-${id}" aria-label="${title}">${new Markup(svg)}</figure> `;
}

/** The first screen: who makes a small message wait, in a sentence, a picture and a table. */
export function answerSection(
  { answers, answerTable, comparison }: Report,
  plots: readonly Plot[],
): Markup {
  if (answers.length === 0) return html`<p class="warning">${NOTHING_TO_ANSWER}</p>`;
  return html`
    <section aria-labelledby="who-waits">
      <h2 id="who-waits" class="unseen">Who waits for whom</h2>
      <ul class="sentences">
        ${answers.map(
          ({ network, link, scenario, sentence }) =>
            html`<li>
              <strong>${network}</strong> (${link}), ${scenario}: ${sentenceMarkup(sentence)}
            </li> `,
        )}
      </ul>
      <div class="${plots.length > 2 || comparison ? 'evidence' : 'evidence beside'}">
        <div class="pictures">
          <div class="plots">${plots.map(networkFigure)}</div>
          ${plots.slice(0, 1).map(({ note }) => html`<p class="notes">${note}</p>`)}
        </div>
        ${answerTable === null ? null : tableSection(answerTable)}
      </div>
    </section>
  `;
}

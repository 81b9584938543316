import { idText } from '../model/id-text.ts';
import type { CellRow } from '../model/cell-rows.ts';
import { protocolCounts } from '../model/protocol-proof.ts';
import { factsList } from './facts-list.ts';
import { html, type Markup } from './markup.ts';
import type { RawSamples } from './raw-samples.ts';

/**
 * All that is known of one cell. The style shows it when a link leads to it: a run has hundreds,
 * and a reader asks for one.
 */
export function cellCard(cell: CellRow, raw: RawSamples): Markup {
  const heading = `of-${cell.anchor}`;
  const facts: [string, Markup | string | number][] = [
    ['State', html`${stateText(cell.state)}${cell.reasons.map((reason) => html`<br />${reason}`)}`],
    ['Samples', samplesOf(cell, raw)],
    [
      'Protocol',
      `${cell.expected} expected; the page saw ${protocolCounts(cell.client)}, the server ${protocolCounts(cell.server)}`,
    ],
    ['Bottleneck', cell.limiter || 'not recorded'],
    [
      'Network',
      html`<a href="#network-${idText(cell.profile)}">${cell.profile}</a>${
          cell.network.length === 0 ? ', not measured' : ''
        }${cell.network.map((line) => html`<br />${line}`)}`,
    ],
    ['Seed', cell.seed],
    ['Other rounds', otherRounds(cell) ?? 'none'],
    ['Run it again', html`<span class="command"><code>${cell.command}</code></span>`],
  ];
  return html`<article class="cell" id="${cell.anchor}" aria-labelledby="${heading}" tabindex="-1">
    <h3 id="${heading}">${cell.cell}</h3>
    ${factsList(facts)}
  </article> `;
}

/** A cell's state, coloured. */
export function stateText(state: CellRow['state']): Markup {
  return html`<span class="${state === 'valid' ? 'good' : 'bad'}">${state}</span>`;
}

/** Opened by the page's script; without it there is the place in the run folder. */
function samplesOf({ cell, run, samples, failed }: CellRow, { encoded }: RawSamples): Markup {
  const text = encoded.get(cell);
  const count = failed === 0 ? `${samples}` : `${samples}, ${failed} of them failed`;
  if (text === undefined) return html`${count}`;
  return html`<details data-cell="${cell}" data-samples="${text}">
    <summary>${count}: show them</summary>
    <div class="samples">Lines of ${cell} in samples.ndjson of the run ${run}</div>
  </details>`;
}

function otherRounds({ rounds }: CellRow): Markup | null {
  if (rounds.length === 0) return null;
  return html`${rounds.map(
    ({ round, anchor }, index) => html`${index === 0 ? '' : ', '}<a href="#${anchor}">${round}</a>`,
  )}`;
}

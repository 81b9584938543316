import type { Block, CardFact, Section } from '../document/block.ts';
import { type Document, tablesIn } from '../document/document.ts';
import type { Plot } from '../plots/plot.ts';
import { attribute, html, Markup } from './markup.ts';
import type { RawSamples } from './raw-samples.ts';
import { listHtml, roleHtml, sentenceHtml } from './sentence-html.ts';
import { tableHtml } from './table-html.ts';

/** Where a block stands. */
export interface Place {
  /** Of the headings in it: 2 in the page itself. */
  readonly level: number;
  /** Anchor of the section that it is in. */
  readonly section: string;
  readonly cells: Document['cells'];
  readonly raw: RawSamples;
}

type BlockOf<Name extends Block['block']> = Extract<Block, { readonly block: Name }>;

export function blocksHtml(blocks: readonly Block[], place: Place): Markup {
  return html`${blocks.map((block) => blockHtml(block, place))}`;
}

function blockHtml(block: Block, place: Place): Markup {
  switch (block.block) {
    case 'prose':
      return html`<p${roleHtml(block.role)}>${sentenceHtml(block.text)}</p>`;
    case 'list':
      return listHtml(block.items, block.role);
    case 'facts':
      return factsHtml(block.rows, place);
    case 'table':
      return tableHtml(block, place.level, place.section);
    case 'plots':
      return plotsHtml(block);
    case 'beside':
      return html`<div class="beside">
        <div>${blocksHtml(block.left, place)}</div>
        <div>${blocksHtml(block.right, place)}</div>
        <div>${blocksHtml(block.under, place)}</div>
      </div>`;
    case 'details':
      return detailsHtml(block, place);
    case 'section':
      return sectionHtml(block.section, place);
    case 'card':
      return cardHtml(block, place);
  }
}

export function sectionHtml({ id, title, unseen, blocks }: Section, place: Place): Markup {
  const { level } = place;
  const inside = { ...place, level: level + 1, section: id };
  return html`<section aria-labelledby="${id}">
    <h${level} id="${id}"${attribute('class', unseen && 'unseen')}>${title}</h${level}>
    ${tablesNav(title, blocks)}
    ${blocks.some(({ block }) => block === 'card') ? leftOutHtml(place.raw) : null}
    ${blocksHtml(blocks, inside)}
  </section>`;
}

/** So many tables need a list of them. */
const MANY_TABLES = 4;

function tablesNav(title: string, blocks: readonly Block[]): Markup | null {
  const own = blocks.filter(({ block }) => block !== 'section');
  const tables = tablesIn(own).filter((table) => table.title !== '');
  if (tables.length < MANY_TABLES) return null;
  return html`<nav aria-label="Tables: ${title}">
    <ul>
      ${tables.map((table) => html`<li><a href="#${table.id}">${table.title}</a></li>`)}
    </ul>
  </nav>`;
}

function factsHtml(facts: readonly CardFact[], place: Place): Markup {
  return html`<dl class="facts">
    ${facts.map(
      ([term, fact]) =>
        html`<dt>${term}</dt>
          <dd>${factHtml(fact, place)}</dd> `,
    )}
  </dl>`;
}

/** Samples are opened by the page's script; without it there is their place in the run folder. */
function factHtml(fact: CardFact[1], { raw, cells, level, section }: Place): Markup {
  if ('table' in fact) return tableHtml(fact.table, level, section);
  if (!('samplesOf' in fact)) return sentenceHtml(fact);
  const { samplesOf: id, text } = fact;
  const encoded = raw.encoded.get(id);
  if (encoded === undefined) return html`${text}`;
  const run = cells.find(({ cell }) => cell.cell === id)?.cell.run ?? '';
  return html`<details data-cell="${id}" data-samples="${encoded}">
    <summary>${text}: show them</summary>
    <div class="samples">Lines of ${id} in samples.ndjson of the run ${run}</div>
  </details>`;
}

/** A note stands once: below the first plot that has it. */
function plotsHtml({ plots }: BlockOf<'plots'>): Markup {
  const isNoted = ({ note }: Plot, index: number) =>
    plots.findIndex((plot) => plot.note === note) === index;
  return html`<div class="plots">
    ${plots.map(
      (plot, index) =>
        html`<figure id="plot-${plot.id}">
          <figcaption>${plot.title}</figcaption>
          ${new Markup(plot.svg)}
          ${isNoted(plot, index) ? html`<p class="notes">${plot.note}</p>` : null}
        </figure>`,
    )}
  </div>`;
}

/** A browser opens them itself for a link into one, and for what it finds in one. */
function detailsHtml({ summary, blocks }: BlockOf<'details'>, place: Place): Markup {
  return html`<details>
    <summary>${sentenceHtml(summary)}</summary>
    ${blocksHtml(blocks, place)}
  </details>`;
}

function cardHtml({ anchor, title, facts }: BlockOf<'card'>, place: Place): Markup {
  const heading = `of-${anchor}`;
  return html`<article class="cell" id="${anchor}" aria-labelledby="${heading}" tabindex="-1">
    <h${place.level} id="${heading}">${title}</h${place.level}>
    ${factsHtml(facts, place)}
  </article> `;
}

function leftOutHtml({ leftOut: { cells, samples } }: RawSamples): Markup | null {
  if (cells === 0) return null;
  return html`<p>
    Left out to keep this page small: the ${samples} samples of the ${cells} largest cells. They are
    in the run’s samples.ndjson.
  </p>`;
}

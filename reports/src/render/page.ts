import { readFileSync } from 'node:fs';
import type { Block, Section } from '../document/block.ts';
import { type Document } from '../document/document.ts';
import { blocksHtml, sectionHtml } from './html.ts';
import { html, Markup } from './markup.ts';
import { RAW_SAMPLES_BYTES, rawSamples } from './raw-samples.ts';
import { scriptSource, shell } from './shell.ts';

/**
 * What the page does by itself. Nothing else may run in it, and without it all can be read. Each is a
 * module: with names of its own, and run when the document is there.
 */
const scripts = ['sort-tables.js', 'copy-command.js', 'open-samples.js'].map((name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8'),
);

/** Of a page's 15 MB what plots and samples share: a sweep has hundreds of plots. */
const PLOTS_AND_SAMPLES_BYTES = 12_000_000;

/** The whole report as one HTML file that asks the network for nothing. */
export function page(document: Document): string {
  const { title, question, warnings, lead, sections, cells, plots } = document;
  const taken = plots.reduce((sum, { svg }) => sum + svg.length, 0);
  const room = Math.min(RAW_SAMPLES_BYTES, PLOTS_AND_SAMPLES_BYTES - taken);
  const raw = rawSamples(cells, room);
  const place = { level: 2, section: 'title', cells, raw };
  return shell({
    title,
    policy: `script-src ${scripts.map(scriptSource).join(' ')}`,
    body: html`<a class="skip" href="#main">Skip to the report</a>
      <header>
        <h1 id="title">${title}</h1>
        <p class="question">${question}</p>
      </header>
      <main id="main">
        ${warnings.map((text) => html`<p class="warning" role="note">${text}</p>`)}
        ${blocksHtml(lead, place)}
        <nav aria-label="Contents">${contentsHtml(sections)}</nav>
        ${sections.map((section) => sectionHtml(section, place))}
      </main>
      ${new Markup(scripts.map((text) => `<script type="module">${text}</script>`).join('\n'))}`,
  });
}

/** Where the rest of the page is: its sections and theirs, to a depth. */
function contentsHtml(sections: readonly Section[], depth = 2): Markup | null {
  if (depth === 0 || sections.length === 0) return null;
  return html`<ul>
    ${sections.map(
      ({ id, title, blocks }) =>
        html`<li><a href="#${id}">${title}</a>${contentsHtml(sectionsIn(blocks), depth - 1)}</li> `,
    )}
  </ul>`;
}

function sectionsIn(blocks: readonly Block[]): Section[] {
  return blocks.flatMap((block) => (block.block === 'section' ? [block.section] : []));
}

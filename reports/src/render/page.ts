import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { idText } from '../model/id-text.ts';
import type { Report } from '../model/report.ts';
import type { Plot } from '../plots/plot.ts';
import { plotsOf } from '../plots/plots-of.ts';
import { GENERAL_DEFECTS, KNOWN_DEFECTS } from '../reference/known-defects.ts';
import { answerPlots } from './answer-plots.ts';
import { answerSection } from './answer-section.ts';
import { claimsSection } from './claims-section.ts';
import { cellsSection, proofSection } from './cells-section.ts';
import { compareSection } from './compare-section.ts';
import { countsLine, factRows, loopbackWarning, summaryLine } from './facts.ts';
import { excludedSection } from './excluded-section.ts';
import { factorsSection } from './factors-section.ts';
import { factsList } from './facts-list.ts';
import { feasibilitySection } from './feasibility-section.ts';
import { findingsSection } from './findings-section.ts';
import { html, Markup } from './markup.ts';
import { networksSection } from './networks-section.ts';
import { plotsSection } from './plots-section.ts';
import { RAW_SAMPLES_BYTES, rawSamples } from './raw-samples.ts';
import { tablesSection } from './tables-section.ts';

const style = new Markup(
  ['style.css', 'answer.css']
    .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
    .join('\n'),
);

/** What the page does by itself. Nothing else may run in it, and without it all can be read. */
const scripts = ['sort-tables.js', 'copy-command.js', 'open-samples.js'].map((name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8'),
);

/** Inline, each as a module: with names of its own, and run when the document is there. */
const pageScripts = new Markup(
  scripts.map((text) => `<script type="module">${text}</script>`).join('\n'),
);

/** The source expressions by which a content security policy allows those scripts and no others. */
const pageScriptHashes = scripts
  .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  .join(' ');

/** The whole report as one HTML file that asks the network for nothing. */
export function page(report: Report, plots: readonly Plot[] = plotsOf(report)): string {
  const { data, networks } = report;
  const warning = loopbackWarning(data.manifest);
  const first = answerPlots(report.answers, plots);
  const others = plots.filter((plot) => !first.includes(plot));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; script-src ${pageScriptHashes}"
        />
        <title>${report.title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the report</a>
        <header>
          <h1>${report.title}</h1>
          <p class="question">
            What does a small message wait for while a big transfer is under way, over WebSocket,
            HTTP/1.1, HTTP/2 and HTTP/3 + SSE?
          </p>
        </header>
        <main id="main">
          ${warning === null ? null : html`<p class="warning" role="note"><strong>${warning}</strong></p>`}
          ${data.warnings.map((text) => html`<p class="warning">Warning: ${text}</p>`)}
          <details class="conditions">
            <summary><strong>${countsLine(report)}</strong> ${summaryLine(report)}</summary>
            ${factsList(factRows(report))}
          </details>
          ${answerSection(report, first)} ${compareSection(report.comparison)} ${contents(report)}
          ${claimsSection(report.claims)} ${networks.map((each) => findingsSection(each, plots))}
          ${factorsSection(report.factors)} ${proofSection(report.proofs)}
          ${excludedSection(report.excluded)} ${feasibilitySection(report.feasibility)}
          ${networksSection(networks)}
          ${networks.map((each) => [plotsSection(others, each.network), tablesSection(each)])}
          ${defectsSection()}
          ${cellsSection(report.cells, rawSamples(data.cells, roomForSamples(plots)))}
        </main>
        ${pageScripts}
      </body>
    </html> `.text;
}

/** Of a page's 15 MB what plots and samples share: a sweep has hundreds of plots. */
const PLOTS_AND_SAMPLES_BYTES = 12_000_000;

function roomForSamples(plots: readonly Plot[]): number {
  const taken = plots.reduce((sum, { svg }) => sum + svg.length, 0);
  return Math.min(RAW_SAMPLES_BYTES, PLOTS_AND_SAMPLES_BYTES - taken);
}

/** Where the rest of the page is. */
function contents({ networks, factors }: Report): Markup {
  return html`<nav class="contents" aria-label="Contents">
    <ul>
      <li><a href="#claims">Published claims, judged by this run</a></li>
      ${networks.map(({ network }) => [
        html`<li><a href="#tables-${idText(network)}">All tables over ${network}</a></li> `,
      ])}
      ${factors === null ? null : html`<li><a href="#factors">Factors, and what they do</a></li> `}
      <li><a href="#protocol-proof">Proof of the protocols</a></li>
      <li><a href="#excluded">Excluded cells, with reasons</a></li>
      <li><a href="#feasibility">Feasibility: what can be had here, and what cannot</a></li>
      <li><a href="#networks">Networks, as measured</a></li>
      <li><a href="#cells">Cells, raw samples and commands</a></li>
    </ul>
  </nav> `;
}

function defectsSection(): Markup {
  return html`
    <section aria-labelledby="defects">
      <h2 id="defects">Known defects of the published tables</h2>
      <ul>
        ${KNOWN_DEFECTS.map(
          ({ mark, text }) => html`<li id="defect-${mark}"><strong>${mark}</strong>: ${text}</li> `,
        )}${GENERAL_DEFECTS.map((text) => html`<li>All: ${text}</li> `)}
      </ul>
    </section>
  `;
}

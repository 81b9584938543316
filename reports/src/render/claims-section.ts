import type { Evidence, JudgedClaim, Verdict } from '../claims/claim.ts';
import { cellAnchor } from '../model/cell-rows.ts';
import { formatInterval, formatNumber, plural } from '../model/format.ts';
import { html, type Markup } from './markup.ts';

/** Published claims, and what this run says of them: first those that it says something of. */
export function claimsSection(claims: readonly JudgedClaim[]): Markup {
  const untested = claims.filter(({ verdict }) => verdict === 'not testable');
  const judged = claims.filter((claim) => !untested.includes(claim));
  return html`
    <section aria-labelledby="claims">
      <h2 id="claims">Claims</h2>
      <p>
        Published claims that a run can check: ${claimCounts(claims)}. A difference counts when the
        95 % intervals of four or more rounds are apart.
      </p>
      ${judged.length === 0 ? null : claimsTable(judged, 'Claims judged by this run')}
      ${
        untested.length === 0
          ? null
          : html`<details>
              <summary>
                ${plural(untested.length, 'claim')} not testable in this run, and what would test
                them
              </summary>
              ${claimsTable(untested, 'Claims not testable in this run')}
            </details>`
      }
    </section>
  `;
}

function claimsTable(claims: readonly JudgedClaim[], label: string): Markup {
  return html`<div class="scroll" role="group" aria-label="${label}" tabindex="0">
    <table class="text prose">
      <thead>
        <tr>
          <th scope="col">Claim</th>
          <th scope="col">Verdict</th>
          <th scope="col">Figures</th>
          <th scope="col">How it is judged</th>
        </tr>
      </thead>
      <tbody>
        ${claims.map(claimRow)}
      </tbody>
    </table>
  </div> `;
}

/** `2 reproduced, 0 refuted, 10 not testable in this run`. */
export function claimCounts(claims: readonly JudgedClaim[]): string {
  const count = (verdict: Verdict) => claims.filter((each) => each.verdict === verdict).length;
  return `${count('reproduced')} reproduced, ${count('refuted')} refuted, ${count('not testable')} not testable in this run`;
}

/** `messages: × 12.1 (95 %: 9.87 – 14.2), 5 rounds`. */
export function evidenceText({ what, unit, value, interval, rounds }: Evidence): string {
  const number = unit === '' ? formatNumber(value) : `${formatNumber(value)} ${unit}`;
  return `${what}: ${number} (95 %: ${formatInterval(interval)}), ${plural(rounds, 'round')}`;
}

/** `Thomson, Turner: RFC 9001 …, 2021`. */
export function sourceText({ authors, title, year }: JudgedClaim['sources'][number]): string {
  return `${authors}: ${title}, ${year}`;
}

function claimRow(claim: JudgedClaim): Markup {
  return html`<tr id="claim-${claim.id}">
    <th scope="row">
      ${claim.claim}${claim.sources.map(
        // Not a link: nothing in this page leads to the network.
        (source) => html`<small>${sourceText(source)}, ${source.url}</small>`,
      )}
    </th>
    <td class="reasons">
      <span class="${STYLES[claim.verdict]}">${claim.verdict}</span><small>${claim.why}</small>
    </td>
    <td class="reasons">${claim.evidence.map(evidenceLine)}</td>
    <td class="command">
      ${claim.rule}
      <code>${claim.command}</code>
    </td>
  </tr> `;
}

/** A figure of several rounds, or of two variants, is of several cells: all of them are named. */
function evidenceLine(evidence: Evidence): Markup {
  const [first, ...others] = evidence.cells;
  const text = evidenceText(evidence);
  if (first === undefined) return html`<small>${text}</small>`;
  const link = html`<small><a href="#${cellAnchor(first)}">${text}</a></small>`;
  if (others.length === 0) return link;
  return html`${link}
    <details class="claim-cells">
      <summary>its ${evidence.cells.length} cells</summary>
      ${evidence.cells.map((cell) => html`<a href="#${cellAnchor(cell)}">${cell}</a>`)}
    </details>`;
}

const STYLES: Readonly<Record<Verdict, string>> = {
  reproduced: 'good',
  refuted: 'bad',
  'not testable': 'missing',
};

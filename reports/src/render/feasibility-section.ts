import type { FeasibilityRow } from '../model/feasibility.ts';
import { html, type Markup } from './markup.ts';

/** What can be had on this machine and what cannot, each with what says so. */
export function feasibilitySection(rows: readonly FeasibilityRow[]): Markup {
  return html`
    <section aria-labelledby="feasibility">
      <h2 id="feasibility">Feasibility</h2>
      <p>${feasibilityText(rows)}</p>
      <div class="scroll" role="group" aria-labelledby="feasibility" tabindex="0">
        <table class="text prose">
          <thead>
            <tr>
              <th scope="col">Combination</th>
              <th scope="col">Works here</th>
              <th scope="col">Evidence</th>
              <th scope="col">How to see it</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ({ combination, works, evidence, seenAt, command }) =>
                html`<tr>
                  <th scope="row">${combination}</th>
                  <td><span class="${STYLES[works]}">${works}</span></td>
                  <td class="reasons">
                    ${evidence}${seenAt === '' ? null : html`<small>probed ${seenAt}</small>`}
                  </td>
                  <td class="command"><code>${command}</code></td>
                </tr> `,
            )}
          </tbody>
        </table>
      </div>
    </section>
  `;
}

/** What the table holds, and whether anything was probed. */
export function feasibilityText(rows: readonly FeasibilityRow[]): string {
  const probes = rows.filter(({ about }) => about === 'probe').length;
  return [
    'Which variants and networks this run had, and what its plan left out.',
    probes === 0
      ? 'Combinations without a variant were not probed in this run: pnpm run doctor --feasibility does.'
      : 'Then combinations of transport and server that are no variant: tried by real processes on loopback.',
  ].join(' ');
}

const STYLES: Readonly<Record<FeasibilityRow['works'], string>> = {
  yes: 'good',
  no: 'bad',
  'not run': 'missing',
  'left out': 'missing',
  'not probed': 'missing',
};

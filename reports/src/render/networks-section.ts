import { idText } from '../model/id-text.ts';
import type { NetworkConditions } from '../model/network-conditions.ts';
import type { NetworkReport } from '../model/report.ts';
import { factsList } from './facts-list.ts';
import { html, type Markup } from './markup.ts';

/** Each network: configured against measured, and how it was made. */
export function networksSection(networks: readonly NetworkReport[]): Markup {
  return html`
    <section aria-labelledby="networks">
      <h2 id="networks">Networks</h2>
      ${networks.map(({ conditions }) => networkSection(conditions))}
    </section>
  `;
}

function networkSection({ network, rows, facts, problems }: NetworkConditions): Markup {
  const id = `network-${idText(network)}`;
  return html`
    <section>
      <h3 id="${id}">${network}</h3>
      ${problems.map((text) => html`<p class="incomparable">Outside tolerance: ${text}</p>`)}
      <div class="scroll" role="group" aria-labelledby="${id}" tabindex="0">
        <table class="text">
          <thead>
            <tr>
              <th scope="col">Quantity</th>
              <th scope="col">Configured</th>
              <th scope="col">Measured</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ({ quantity, configured, measured }) =>
                html`<tr>
                  <th scope="row">${quantity}</th>
                  <td>${configured}</td>
                  <td>${measured}</td>
                </tr> `,
            )}
          </tbody>
        </table>
      </div>
      ${factsList(facts)}
    </section>
  `;
}

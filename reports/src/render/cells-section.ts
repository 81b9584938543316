import type { CellRow } from '../model/cell-rows.ts';
import { protocolCounts, type ProtocolProof } from '../model/protocol-proof.ts';
import { html, type Markup } from './markup.ts';
import { cellCard, stateText } from './cell-card.ts';
import type { RawSamples } from './raw-samples.ts';

/** What carried the operations of each variant, seen from both sides. */
export function proofSection(proofs: readonly ProtocolProof[]): Markup {
  return html`
    <section aria-labelledby="protocol-proof">
      <h2 id="protocol-proof">Protocol proof</h2>
      <div class="scroll" role="group" aria-labelledby="protocol-proof" tabindex="0">
        <table class="text">
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col">Expected</th>
              <th scope="col">Operations as the page saw them</th>
              <th scope="col">Requests as the server saw them</th>
              <th scope="col">Verdict</th>
            </tr>
          </thead>
          <tbody>
            ${proofs.map(
              ({ code, variant, expected, client, server, verdict }) =>
                html`<tr>
                  <th scope="row">${code} ${variant}</th>
                  <td>${expected}</td>
                  <td>${protocolCounts(client)}</td>
                  <td>${protocolCounts(server)}</td>
                  <td><span class="${verdict === 'proven' ? 'good' : 'bad'}">${verdict}</span></td>
                </tr> `,
            )}
          </tbody>
        </table>
      </div>
    </section>
  `;
}

/** Every cell in a table, and a card of each: its raw samples, what proves it, how to repeat it. */
export function cellsSection(cells: readonly CellRow[], raw: RawSamples): Markup {
  return html`
    <section aria-labelledby="cells">
      <h2 id="cells">Cells</h2>
      <p>
        A cell is one variant, network, scenario and kind in one round, with server and browser
        processes of its own. A number of a table links to the first of its rounds, which is then
        shown here, with its raw samples as in the run’s samples.ndjson. Its command runs the rounds
        before it, too: each is seeded by its number. All of this is in
        <code>tables/cells.csv</code>, too.
      </p>
      ${leftOutLine(raw)} ${cells.map((cell) => cellCard(cell, raw))}
      <div class="scroll" role="group" aria-labelledby="cells" tabindex="0">
        <table class="text">
          <thead>
            <tr>
              <th scope="col">Cell</th>
              <th scope="col">State</th>
              <th scope="col">Samples</th>
              <th scope="col">Failed</th>
              <th scope="col">Seed</th>
              <th scope="col">Bottleneck</th>
            </tr>
          </thead>
          <tbody>
            ${cells.map(cellRow)}
          </tbody>
        </table>
      </div>
    </section>
  `;
}

function cellRow({ cell, anchor, state, reasons, samples, failed, seed, limiter }: CellRow) {
  return html`<tr>
    <th scope="row"><a href="#${anchor}">${cell}</a></th>
    <td class="reasons">
      ${stateText(state)}${reasons.map((reason) => html`<small>${reason}</small>`)}
    </td>
    <td data-value="${samples}">${samples}</td>
    <td data-value="${failed}">${failed}</td>
    <td data-value="${seed}">${seed}</td>
    <td class="reasons">${limiter}</td>
  </tr> `;
}

function leftOutLine({ leftOut: { cells, samples } }: RawSamples): Markup | null {
  if (cells === 0) return null;
  return html`<p>
    Left out to keep this page small: the ${samples} samples of the ${cells} largest cells. They are
    in the run’s samples.ndjson.
  </p>`;
}

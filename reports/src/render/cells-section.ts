import type { CellRow } from '../model/cell-rows.ts';
import type { ProtocolProof } from '../model/protocol-proof.ts';
import { protocolCounts } from './facts.ts';
import { html, type Markup } from './markup.ts';
import type { RawSamples } from './raw-samples.ts';

/** What carried the operations of each variant, seen from both sides. */
export function proofSection(proofs: readonly ProtocolProof[]): Markup {
  return html`
    <section aria-labelledby="protocol-proof">
      <h2 id="protocol-proof">Protocol proof</h2>
      <div class="scroll" role="region" aria-labelledby="protocol-proof" tabindex="0">
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

/** Every cell, with its raw samples, what proves it and the command that runs it again. */
export function cellsSection(cells: readonly CellRow[], raw: RawSamples): Markup {
  return html`
    <section aria-labelledby="cells">
      <h2 id="cells">Cells</h2>
      <p>
        A number of a table links to the first of its rounds here. Under its samples a cell has them
        raw, as in the run’s samples.ndjson.
      </p>
      ${leftOutLine(raw)}
      <div class="scroll" role="region" aria-labelledby="cells" tabindex="0">
        <table class="text">
          <thead>
            <tr>
              <th scope="col">Cell</th>
              <th scope="col">State</th>
              <th scope="col">Expected</th>
              <th scope="col">Page saw</th>
              <th scope="col">Server saw</th>
              <th scope="col">Seed</th>
              <th scope="col">Samples</th>
              <th scope="col">Failed</th>
              <th scope="col">Bottleneck</th>
              <th scope="col">Network</th>
              <th scope="col">Run it again</th>
            </tr>
          </thead>
          <tbody>
            ${cells.map(
              (cell) =>
                html`<tr id="${cell.anchor}">
                  <th scope="row">
                    ${cell.cell}${cell.rounds.map(
                      ({ round, anchor }) =>
                        html`<small><a href="#${anchor}">round ${round}</a></small>`,
                    )}
                  </th>
                  <td class="reasons">
                    <span class="${cell.state === 'valid' ? 'good' : 'bad'}">${cell.state}</span
                    >${cell.reasons.map((reason) => html`<small>${reason}</small>`)}
                  </td>
                  <td>${cell.expected}</td>
                  <td>${protocolCounts(cell.client)}</td>
                  <td>${protocolCounts(cell.server)}</td>
                  <td>${cell.seed}</td>
                  <td>${samplesOf(cell, raw)}</td>
                  <td>${cell.failed}</td>
                  <td><small>${cell.limiter}</small></td>
                  <td>${cell.network.map((line) => html`<small>${line}</small>`)}</td>
                  <td class="command"><code>${cell.command}</code></td>
                </tr> `,
            )}
          </tbody>
        </table>
      </div>
    </section>
  `;
}

/** Opened by the page's script; without it there is the place in the run folder. */
function samplesOf({ cell, run, samples }: CellRow, { encoded }: RawSamples): Markup {
  const text = encoded.get(cell);
  if (text === undefined) return html`${samples}`;
  return html`<details data-cell="${cell}" data-samples="${text}">
    <summary>${samples}</summary>
    <div class="samples">Lines of ${cell} in samples.ndjson of the run ${run}</div>
  </details>`;
}

function leftOutLine({ leftOut: { cells, samples } }: RawSamples): Markup | null {
  if (cells === 0) return null;
  return html`<p>
    Left out to keep this page small: the ${samples} samples of the ${cells} largest cells. They are
    in the run’s samples.ndjson.
  </p>`;
}

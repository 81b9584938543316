import { idText } from '../model/id-text.ts';
import type { NetworkReport } from '../model/report.ts';
import { wasRun } from '../model/tables-not-run.ts';
import { tableSection } from './figure-cell.ts';
import { html, type Markup } from './markup.ts';
import { notRunSection } from './not-run-section.ts';

/** All tables of one network; those that were not run closed, at the end. */
export function tablesSection({ network, tables, notRun }: NetworkReport): Markup {
  const id = `tables-${idText(network)}`;
  return html`
    <section aria-labelledby="${id}">
      <h2 id="${id}">Tables (network ${network})</h2>
      <p>
        The 18 tables of the reference microbenchmark, with its published figures beside ours, and
        the lab’s own: of head-of-line blocking before them, of events, fan-out and resources after
        them. A number links to a cell that it comes from.
      </p>
      <nav aria-label="Tables of network ${network}">
        <ul>
          ${tables.map(
            (table) =>
              html`<li>
                <a href="#${table.id}">${table.title}</a>${wasRun(table) ? null : ' (not run)'}
              </li> `,
          )}
        </ul>
      </nav>
      ${tables.filter(wasRun).map(tableSection)}
      ${
        notRun &&
        notRunSection(
          notRun,
          tables.filter((table) => !wasRun(table)),
        )
      }
    </section>
  `;
}

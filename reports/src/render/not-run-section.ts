import type { Table } from '../model/table.ts';
import type { TablesNotRun } from '../model/tables-not-run.ts';
import { tableSection } from './figure-cell.ts';
import { codeSpan, escape } from './markdown-text.ts';
import { html, type Markup } from './markup.ts';

/**
 * The tables that a run did not take, closed: they hold what was published, and nothing else. A
 * browser opens them itself for a link to one of them, and for what it finds in one.
 */
export function notRunSection({ title, needs }: TablesNotRun, tables: readonly Table[]): Markup {
  return html`
    <details class="not-run">
      <summary>
        ${title}${needs.map(({ what, command }) => html`<br /><small>${what}: <code>${command}</code></small>`)}
      </summary>
      ${tables.map(tableSection)}
    </details>
  `;
}

/** The same in a line. */
export function notRunLines({ title, needs }: TablesNotRun): string[] {
  const commands = needs.map(({ what, command }) => `${escape(what)}: ${codeSpan(command)}`);
  const needed = commands.length === 0 ? '' : ` (${commands.join('; ')})`;
  return [`${escape(title)}${needed}`, ''];
}

import { formatAsGiven, formatInterval } from '../model/format.ts';
import type { NetworkConditions } from '../model/network-conditions.ts';
import type { Report } from '../model/report.ts';
import type { Figure, Table } from '../model/table.ts';
import { GENERAL_DEFECTS, KNOWN_DEFECTS } from '../reference/known-defects.ts';
import { claimLines } from './claims-markdown.ts';
import { countsLine, factRows, loopbackWarning, protocolCounts } from './facts.ts';
import { escape, grid } from './markdown-text.ts';

/** The report as GitHub-flavoured Markdown. */
export function markdown(report: Report): string {
  const { data, networks, proofs, cells } = report;
  const lines = [`# ${escape(report.title)}`, ''];
  const warning = loopbackWarning(data.manifest);
  if (warning !== null) lines.push(`> **${warning}**`, '');
  lines.push(escape(countsLine(report)), '');
  lines.push(...grid(['', ''], factRows(report)), '');
  for (const text of data.warnings) lines.push(`- Warning: ${escape(text)}`);
  for (const { network, findings } of networks) {
    lines.push(`## Findings (network \`${escape(network)}\`)`, '');
    for (const { measure, text } of findings)
      lines.push(`- ${escape(`${measure.title}: ${text}`)}`);
    lines.push('');
  }
  lines.push(
    '## Protocol proof',
    '',
    ...grid(
      [
        'Variant',
        'Expected',
        'Operations as the page saw them',
        'Requests as the server saw them',
        'Verdict',
      ],
      proofs.map((proof) => [
        `${proof.code} ${proof.variant}`,
        proof.expected,
        protocolCounts(proof.client),
        protocolCounts(proof.server),
        proof.verdict,
      ]),
    ),
    '',
  );
  lines.push(...claimLines(report.claims));
  lines.push('## Networks', '');
  for (const { conditions } of networks) lines.push(...networkLines(conditions));
  for (const { network, tables } of networks) {
    lines.push(`## Tables (network \`${escape(network)}\`)`, '');
    lines.push(
      'Published figures stand in brackets after the measured ones, with footnote marks.',
      '',
    );
    for (const table of tables) lines.push(...tableLines(table));
  }
  lines.push('## Known defects of the published tables', '');
  for (const { mark, text } of KNOWN_DEFECTS) lines.push(`- ${mark}: ${text}`);
  for (const text of GENERAL_DEFECTS) lines.push(`- All: ${text}`);
  lines.push(
    '',
    '## Cells',
    '',
    ...grid(
      [
        'Cell',
        'State',
        'Expected',
        'Page',
        'Server',
        'Seed',
        'Samples',
        'Failed',
        'Bottleneck',
        'Network',
        'Run it again',
      ],
      cells.map((cell) => [
        cell.cell,
        [cell.state, ...cell.reasons].join(': '),
        cell.expected,
        protocolCounts(cell.client),
        protocolCounts(cell.server),
        String(cell.seed),
        String(cell.samples),
        String(cell.failed),
        cell.limiter,
        cell.network.join('; '),
        cell.command,
      ]),
    ),
    '',
  );
  return lines.join('\n');
}

function networkLines({ network, rows, facts, problems }: NetworkConditions): string[] {
  return [
    `### \`${escape(network)}\``,
    '',
    ...problems.map((text) => `**Outside tolerance: ${escape(text)}**\n`),
    ...grid(
      ['', 'Configured', 'Measured'],
      rows.map(({ quantity, configured, measured }) => [quantity, configured, measured]),
    ),
    '',
    ...facts.map(([term, text]) => `- ${term}: ${escape(text)}`),
    '',
  ];
}

function tableLines(table: Table): string[] {
  return [
    `### ${table.title}`,
    '',
    ...table.notComparable.map((text) => `**${text}**\n`),
    ...grid(
      [table.rowHeader, ...table.columns],
      table.rows.map(({ header, figures }) => [header, ...figures.map(figureText)]),
    ),
    '',
    ...table.notes.map((note) => `- ${escape(note)}`),
    '',
  ];
}

function figureText({ text, interval, remark, published }: Figure): string {
  return [
    text,
    interval === null ? '' : `(95 %: ${formatInterval(interval)})`,
    remark === '' ? '' : `(${remark})`,
    published === null
      ? ''
      : `[${formatAsGiven(published.value)}${published.marks.length > 0 ? ` ${published.marks.join('')}` : ''}]`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

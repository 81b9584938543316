import { NOTHING_TO_ANSWER } from '../model/answer.ts';
import { findingText } from '../model/findings.ts';
import type { NetworkConditions } from '../model/network-conditions.ts';
import { protocolCounts } from '../model/protocol-proof.ts';
import type { Report } from '../model/report.ts';
import { plainText } from '../model/sentence.ts';
import type { Plot } from '../plots/plot.ts';
import { plotsOf } from '../plots/plots-of.ts';
import { wasRun } from '../model/tables-not-run.ts';
import { GENERAL_DEFECTS, KNOWN_DEFECTS } from '../reference/known-defects.ts';
import { answerPlots } from './answer-plots.ts';
import { claimLines } from './claims-markdown.ts';
import { compareLines } from './compare-markdown.ts';
import { countsLine, factRows, loopbackWarning } from './facts.ts';
import { excludedLines } from './excluded-markdown.ts';
import { factorLines } from './factors-section.ts';
import { feasibilityLines } from './feasibility-markdown.ts';
import { codeSpan, csvLines, escape, grid } from './markdown-text.ts';
import { notRunLines } from './not-run-section.ts';
import { pictureLines, plotLines } from './plots-markdown.ts';
import { tableLines } from './table-markdown.ts';

/** The report as GitHub-flavoured Markdown. */
export function markdown(report: Report, plots: readonly Plot[] = plotsOf(report)): string {
  const { data, networks, proofs, cells } = report;
  const lines = [`# ${escape(report.title)}`, ''];
  const warning = loopbackWarning(data.manifest);
  if (warning !== null) lines.push(`> **${warning}**`, '');
  const first = answerPlots(report.answers, plots);
  const others = plots.filter((plot) => !first.includes(plot));
  lines.push(...answerLines(report), ...pictureLines(first));
  lines.push(...compareLines(report.comparison));
  lines.push(escape(countsLine(report)), '');
  lines.push(...grid(['', ''], factRows(report)), '');
  for (const text of data.warnings) lines.push(`- Warning: ${escape(text)}`);
  for (const { network, findings } of networks.filter((each) => each.findings.length > 0)) {
    lines.push(`## Findings (network ${codeSpan(network)})`, '');
    for (const finding of findings) lines.push(`- ${escape(findingText(finding))}`);
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
  lines.push(...excludedLines(report.excluded));
  lines.push(...feasibilityLines(report.feasibility));
  lines.push(...claimLines(report.claims));
  lines.push(...factorLines(report.factors));
  lines.push('## Networks', '');
  for (const { conditions } of networks) lines.push(...networkLines(conditions));
  for (const { network, tables, notRun } of networks) {
    lines.push(...plotLines(network, others));
    lines.push(`## Tables (network ${codeSpan(network)})`, '');
    lines.push(
      'Published figures stand in brackets after the measured ones, with footnote marks.',
      '',
    );
    for (const table of tables.filter(wasRun)) lines.push(...tableLines(table, 3));
    if (notRun !== null) lines.push(...notRunLines(notRun));
  }
  lines.push('## Known defects of the published tables', '');
  for (const { mark, text } of KNOWN_DEFECTS) lines.push(`- ${mark}: ${text}`);
  for (const text of GENERAL_DEFECTS) lines.push(`- All: ${text}`);
  lines.push(
    '',
    '## Cells',
    '',
    ...csvLines('cells'),
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

/** What the report says of the lab's question, a sentence for each network. */
function answerLines({ answers, answerTable }: Report): string[] {
  if (answers.length === 0) return [escape(NOTHING_TO_ANSWER), ''];
  return [
    ...answers.map(
      ({ network, link, scenario, sentence }) =>
        `- **${escape(network)}** (${link}), ${scenario}: ${escape(plainText(sentence))}`,
    ),
    '',
    ...(answerTable === null ? [] : tableLines(answerTable, 2)),
  ];
}

function networkLines({ network, rows, facts, problems }: NetworkConditions): string[] {
  return [
    `### ${codeSpan(network)}`,
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

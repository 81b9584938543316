import { findingText } from './model/findings.ts';
import { NOTHING_TO_ANSWER } from './model/answer.ts';
import type { Report } from './model/report.ts';
import { plainText } from './model/sentence.ts';
import { claimCounts } from './render/claims-section.ts';
import { comparedLine } from './render/compare-text.ts';
import { countsLine, loopbackWarning } from './render/facts.ts';

/** With the path that is printed after them. */
const LINES = 9;

/** The report in so few lines that a terminal shows them all: the answer first. */
export function terminalSummary(report: Report): string[] {
  const { answers, data, networks } = report;
  const loopback = loopbackWarning(data.manifest);
  const [warning, ...warnings] = data.warnings;
  const head = [
    report.title,
    countsLine(report),
    ...(loopback === null ? [] : [loopback]),
    ...(warning === undefined ? [] : [`Warning: ${warning}${more(warnings.length)}`]),
  ];
  const compared = comparedLine(report);
  const tail = [
    `Published claims: ${claimCounts(report.claims)}.`,
    ...(compared === null ? [] : [compared]),
  ];
  const said = [
    ...(answers.length === 0 ? [NOTHING_TO_ANSWER] : []),
    ...answers.map(
      ({ network, scenario, sentence }) => `${network}, ${scenario}: ${plainText(sentence)}`,
    ),
    ...networks.flatMap(({ network, findings }) =>
      findings.map((finding) => `${network}: ${findingText(finding)}`),
    ),
  ];
  const room = LINES - head.length - tail.length;
  if (said.length <= room) return [...head, ...said, ...tail];
  const shown = said.slice(0, room - 1);
  return [
    ...head,
    ...shown,
    `and ${said.length - shown.length} more findings in the report`,
    ...tail,
  ];
}

function more(count: number): string {
  return count === 0 ? '' : ` (and ${count} more in the report)`;
}

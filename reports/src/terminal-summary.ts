import type { Report } from './model/report.ts';
import { countsLine, loopbackWarning } from './render/facts.ts';

/** The report in ten lines or less. */
export function terminalSummary(report: Report): string[] {
  const { data, networks } = report;
  const lines = [report.title, countsLine(report)];
  const warning = loopbackWarning(data.manifest);
  if (warning !== null) lines.push(warning);
  const [first, ...others] = data.warnings;
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` (and ${others.length} more in the report)`;
    lines.push(`Warning: ${first}${more}`);
  }
  const findings = networks.flatMap(({ network, findings }) =>
    findings.map(({ measure, text }) => `${network}: ${measure.title}: ${text}`),
  );
  const room = 10 - lines.length;
  if (findings.length <= room) return [...lines, ...findings];
  const shown = findings.slice(0, room - 1);
  return [...lines, ...shown, `and ${findings.length - shown.length} more findings in the report`];
}

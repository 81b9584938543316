import type { LinkCertificate } from '@holbench/results/link-certificate';
import { type Finding, findingsOf } from './findings.ts';

const HEADINGS = ['', 'quantity', 'configured', 'measured', 'tolerance', ''];

/** Configured against measured, as a table for a terminal, with the verdict below. */
export function formatCertificate(certificate: LinkCertificate): string {
  const { profile, backend, seed, readings, problems } = certificate;
  const reading = readings.at(-1);
  if (reading === undefined) throw new Error('a certificate without a reading');
  const rows = findingsOf(profile, reading).map((finding) => [
    finding.direction,
    finding.quantity,
    finding.configured,
    finding.measured,
    finding.tolerance,
    verdictOf(finding),
  ]);
  const again = readings.length > 1 ? ', measured again after a reading outside tolerance' : '';
  return [
    `${profile.id} by ${backend}, seed ${seed}: ${reading.kind} reading, ` +
      `${reading.seconds.toFixed(1)} s${again}`,
    ...table([HEADINGS, ...rows]),
    problems.length === 0 ? 'within tolerance' : `outside tolerance (${problems.length})`,
  ].join('\n');
}

function verdictOf({ isWithin }: Finding): string {
  if (isWithin === null) return 'not judged';
  return isWithin ? 'ok' : 'OUTSIDE';
}

/** Columns aligned to the left, two spaces apart. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

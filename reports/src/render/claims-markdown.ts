import type { JudgedClaim } from '../claims/claim.ts';
import { claimCounts, evidenceText, sourceText } from './claims-section.ts';
import { csvLines, grid } from './markdown-text.ts';

/** The section "Claims" of the report as Markdown. */
export function claimLines(claims: readonly JudgedClaim[]): string[] {
  return [
    '## Claims',
    '',
    ...csvLines('claims'),
    `Published claims that a run can check: ${claimCounts(claims)}. A difference counts when the 95 % intervals of four or more rounds are apart.`,
    '',
    ...grid(
      ['Claim', 'Source', 'Verdict', 'Why', 'Figures', 'Rule', 'Test it'],
      claims.map((claim) => [
        claim.claim,
        claim.sources.map((source) => `${sourceText(source)}, ${source.url}`).join('; '),
        claim.verdict,
        claim.why,
        claim.evidence.map(evidenceText).join('; '),
        claim.rule,
        claim.command,
      ]),
    ),
    '',
  ];
}

import type { SectionOf } from '../../report.ts';
import { CLAIMS, judgeClaims } from '../../verdicts/claims.ts';
import type { Evidence, JudgedClaim, Verdict } from '../../verdicts/claims/claim.ts';
import type { Block, Sentence, Style, TableBlock, TableRow } from '../block.ts';
import { formatNumber, plural } from '../format.ts';

const STYLES: Readonly<Record<Verdict, Style>> = {
  reproduced: 'good',
  refuted: 'bad',
  'not testable': 'missing',
};

/** Published claims, and what this run says of them: first those that it says something of. */
export const claimsSection: SectionOf = (report) => {
  const claims = judgeClaims(CLAIMS, report);
  const untested = claims.filter(({ verdict }) => verdict === 'not testable');
  const tested = claims.filter(({ verdict }) => verdict !== 'not testable');
  // The first table stands for the file of all claims.
  const table = (shown: readonly JudgedClaim[], isFirst: boolean): TableBlock => ({
    block: 'table',
    id: isFirst ? 'claims' : 'claims-not-testable',
    title: '',
    header: ['Claim', 'Verdict', 'How it is judged'],
    rows: shown.map(claimRow),
    look: 'prose',
    ...(isFirst ? { records: claims.flatMap(claimRecords) } : {}),
  });
  const text = `Published claims that a run can check: ${claimCounts(claims)}. A difference counts when the 95 % intervals of four or more rounds are apart.`;
  const blocks: Block[] = [{ block: 'prose', text: [text] }];
  if (tested.length > 0) blocks.push(table(tested, true));
  if (untested.length > 0) {
    const summary = `${plural(untested.length, 'claim')} not testable in this run, and what would test them`;
    const waiting = table(untested, tested.length === 0);
    blocks.push({ block: 'details', summary: [summary], blocks: [waiting] });
  }
  return { id: 'published-claims', title: 'Claims', blocks };
};

/** `2 reproduced, 0 refuted, 10 not testable in this run`. */
export function claimCounts(claims: readonly JudgedClaim[]): string {
  const counts = (['reproduced', 'refuted', 'not testable'] as const).map(
    (verdict) => `${claims.filter((each) => each.verdict === verdict).length} ${verdict}`,
  );
  return `${counts.join(', ')} in this run`;
}

function claimRow({ id, claim, sources, verdict, why, evidence, rule, command }: JudgedClaim) {
  return {
    id: `claim-${id}`,
    cells: [
      // The addresses are words: nothing in a report leads to the network.
      { text: [claim], lines: sources.map(({ text, url }) => [`${text}, ${url}`]) },
      {
        text: [{ text: verdict, style: STYLES[verdict] }],
        lines: [[why], ...evidence.map(evidenceLine)],
      },
      { text: [rule], lines: [[{ text: command, style: 'code' }]] },
    ],
  } satisfies TableRow;
}

/** `messages: 12.1 (95 %: 9.87–14.2), 5 rounds`, then each cell that it is of. */
function evidenceLine({ what, unit, value, rounds, cells, ...evidence }: Evidence): Sentence {
  const { low, high, censored } = evidence;
  const number = `${censored ? '≥ ' : ''}${formatNumber(value)}${unit === '' ? '' : ` ${unit}`}`;
  const end = Number.isFinite(high) ? `–${formatNumber(high)}` : ' or more';
  return [
    `${what}: ${number} (95 %: ${formatNumber(low)}${end}), ${plural(rounds, 'round')}; cells`,
    ...cells.flatMap((cell, index) => [' ', { text: String(index + 1), cell }]),
  ];
}

/** A line per figure of a claim; one without figures has one, too. */
function claimRecords({ id, claim, sources, verdict, why, evidence, rule, command }: JudgedClaim) {
  const figures = evidence.length === 0 ? [null] : evidence;
  return figures.map((figure) => ({
    claim: id,
    text: claim,
    verdict,
    why,
    figure: figure?.what ?? '',
    unit: figure?.unit ?? '',
    value: figure?.value ?? null,
    low95: figure?.low ?? null,
    high95: figure?.high ?? null,
    censored: figure?.censored ?? null,
    rounds: figure?.rounds ?? null,
    cells: figure?.cells.join(' ') ?? '',
    rule,
    command,
    sources: sources.map(({ text }) => text).join('; '),
    urls: sources.map(({ url }) => url).join(' '),
  }));
}

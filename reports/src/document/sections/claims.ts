import type { SectionOf } from '../../report.ts';
import { CLAIMS, FAMILY_LEVEL, judgeClaims } from '../../verdicts/claims.ts';
import {
  type Evidence,
  type JudgedClaim,
  type JudgedTest,
  type Judgement,
  type Verdict,
  VERDICTS,
} from '../../verdicts/claims/claim.ts';
import { CLAIM_ROUNDS } from '../../verdicts/claims/hypothesis.ts';
import type { Block, Sentence, Style, TableBlock, TableRow } from '../block.ts';
import { intervalText, levelText } from '../figure-text.ts';
import { formatNumber, plural } from '../format.ts';

const STYLES: Readonly<Record<Verdict, Style>> = {
  supported: 'good',
  contradicted: 'bad',
  inconclusive: 'missing',
  'not tested': 'missing',
};

/** Claims, and what this run says of each over each network: first those that it tests. */
export const claimsSection: SectionOf = (report) => {
  const claims = judgeClaims(CLAIMS, report);
  const published = claims.filter((claim) => isTested(claim) && claim.by === 'published');
  const ours = claims.filter((claim) => isTested(claim) && claim.by === 'ours');
  const untested = claims.filter((claim) => !isTested(claim));
  // The first table that is shown stands for the file of all claims.
  const [first] = [published, ours, untested].filter(({ length }) => length > 0);
  const table = (id: string, title: string, shown: readonly JudgedClaim[]): TableBlock => ({
    block: 'table',
    id: shown === first ? 'claims' : id,
    title,
    header: ['Claim', 'Verdict', 'How it is judged'],
    rows: shown.map(claimRow),
    look: 'prose',
    ...(shown === first ? { records: claims.flatMap(claimRecords) } : {}),
  });
  const blocks: Block[] = [{ block: 'prose', text: [introduction(claims)] }];
  if (published.length > 0) blocks.push(table('claims', '', published));
  if (ours.length > 0) blocks.push(table('claims-ours', 'Our own hypotheses', ours));
  if (untested.length > 0) {
    const summary = `${plural(untested.length, 'claim')} not tested in this run, and what would test them`;
    const waiting = table('claims-not-tested', '', untested);
    blocks.push({ block: 'details', summary: [summary], blocks: [waiting] });
  }
  return { id: 'published-claims', title: 'Claims', blocks };
};

function introduction(claims: readonly JudgedClaim[]): string {
  const tests = claims.flatMap(({ judgements }) => judgements.flatMap(testsOf)).length;
  const corrected =
    tests === 0
      ? ''
      : ` All ${tests} tests of this report are corrected together (Holm): the chance that any verdict is wrong is at most ${100 * FAMILY_LEVEL} %.`;
  return `Claims that a run can test: ${claimCounts(claims)}. Exact sign tests on one number of each round, over ${CLAIM_ROUNDS} rounds or more.${corrected}`;
}

function isTested({ judgements }: JudgedClaim): boolean {
  return judgements.some(({ verdict }) => verdict !== 'not tested');
}

function testsOf({ supported, contradicted }: Judgement): JudgedTest[] {
  return [supported, contradicted].filter((test) => test !== null);
}

/** `2 supported, 0 contradicted, 1 inconclusive, 10 not tested in this run`: each claim over each network. */
export function claimCounts(claims: readonly JudgedClaim[]): string {
  const all = claims.flatMap((claim) =>
    isTested(claim) ? claim.judgements.map(({ verdict }) => verdict) : ['not tested' as const],
  );
  const counts = VERDICTS.map(
    (verdict) => `${all.filter((each) => each === verdict).length} ${verdict}`,
  );
  return `${counts.join(', ')} in this run`;
}

function claimRow(judged: JudgedClaim) {
  const { id, claim, by, sources, judgements, needs, rule, command } = judged;
  const verdicts = judgements.flatMap(({ network, verdict }, index): Sentence => [
    index === 0 ? '' : ', ',
    { text: verdict, style: STYLES[verdict] },
    ` over ${network}`,
  ]);
  const prompted = by === 'ours' ? 'prompted by ' : '';
  return {
    id: `claim-${id}`,
    cells: [
      // The addresses are words: nothing in a report leads to the network.
      { text: [claim], lines: sources.map(({ text, url }) => [`${prompted}${text}, ${url}`]) },
      judgements.length === 0
        ? {
            text: [{ text: 'not tested', style: STYLES['not tested'] }],
            lines: [[`needs ${needs}`]],
          }
        : { text: verdicts, lines: judgements.flatMap(judgementLines) },
      { text: [rule], lines: [[{ text: command, style: 'code' }]] },
    ],
  } satisfies TableRow;
}

function judgementLines(judgement: Judgement): Sentence[] {
  const { network, why, evidence, supported, contradicted } = judgement;
  const tests = Object.entries({ supported, contradicted }).flatMap(([name, test]) =>
    test === null ? [] : [`${name}: ${testText(test)}`],
  );
  const said: Sentence = [[`${network}: ${why}`, ...tests].join('; ')];
  return [said, ...evidence.map(evidenceLine)];
}

/** `p 0.00098, level 0.0019`: the level after the correction. */
function testText({ p, level }: JudgedTest): string {
  return `p ${p.toPrecision(2)}, level ${level.toPrecision(2)}`;
}

/** `messages: 12.1 (98.8 % interval 9.87–14.2), 11 rounds`, then each cell that it is of. */
function evidenceLine(evidence: Evidence): Sentence {
  const { what, unit, value, bound, low, high, level, rounds, cells } = evidence;
  const number = value === null ? 'unknown' : formatNumber(value);
  const median = [bound, number, unit].filter((text) => text !== '').join(' ');
  const interval = intervalText({ low, high, metric: { unit: 'ms' } }) || 'anything';
  return [
    `${what}: ${median} (${levelText(level)} interval ${interval}), ${plural(rounds, 'round')}; cells`,
    ...cells.flatMap((cell, index) => [' ', { text: String(index + 1), cell }]),
  ];
}

const NO_FIGURE = {
  what: '',
  unit: '',
  value: null,
  bound: '',
  low: null,
  high: null,
  level: null,
  rounds: null,
  cells: [],
};

/** A line per figure of a claim and network; one without figures has one, too. */
function claimRecords(judged: JudgedClaim) {
  const { id, claim, by, sources, judgements, needs, rule, command } = judged;
  const none = { network: '', verdict: 'not tested', why: `needs ${needs}`, evidence: [] } as const;
  const all =
    judgements.length === 0 ? [{ ...none, supported: null, contradicted: null }] : judgements;
  return all.flatMap(({ network, verdict, why, evidence, supported, contradicted }) =>
    (evidence.length === 0 ? [NO_FIGURE] : evidence).map(({ what, cells, ...numbers }) => ({
      claim: id,
      text: claim,
      by,
      network,
      verdict,
      why,
      p_supported: supported?.p ?? null,
      level_supported: supported?.level ?? null,
      p_contradicted: contradicted?.p ?? null,
      level_contradicted: contradicted?.level ?? null,
      figure: what,
      ...numbers,
      cells: cells.join(' '),
      rule,
      command,
      sources: sources.map(({ text }) => text).join('; '),
      urls: sources.map(({ url }) => url).join(' '),
    })),
  );
}

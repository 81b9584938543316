import { oneLine, RunFolderError } from '@holbench/results/run-folder-error';
import { type AgreementCount, sharesOf } from './compare/agreement.ts';
import { comparedLine } from './compare/comparison.ts';
import { exceptionText } from './compare/exceptions.ts';
import { plainText } from './document/block.ts';
import { claimCounts } from './document/sections/claims.ts';
import { countsLine, warningsOf } from './evidence/run-facts.ts';
import type { Report } from './report.ts';
import { answers, NOTHING_TO_ANSWER } from './verdicts/answer.ts';
import { CLAIMS, judgeClaims } from './verdicts/claims.ts';
import { findingSentences } from './verdicts/findings.ts';
import { measuresOver } from './verdicts/measures.ts';
import { type TerminalTable, terminalTables } from './terminal-table.ts';
import { paragraph } from './verdicts/sentences.ts';
import { waitStatements } from './verdicts/wait-sentences.ts';
import { capital } from './document/format.ts';
import { networkText, placeName } from './document/place-name.ts';

/** What a report says, for a terminal and for `--json`. */
export interface Summary {
  readonly runs: readonly string[];
  /** True: no measurement, but what a person saw on the demo's page. */
  readonly demo: boolean;
  /** How many cells there are, by state. */
  readonly counts: string;
  /** What makes the figures say less than they seem to. */
  readonly warnings: readonly string[];
  readonly answers: readonly Said[];
  /** What the answers are about, in figures. */
  readonly tables: readonly TerminalTable[];
  /** Where messages waited, a text for each variant; empty where that was not recorded. */
  readonly waits: readonly Said[];
  /** What would answer the lab's question; null where it is answered. */
  readonly remedy: string | null;
  readonly findings: readonly Said[];
  /** How many claims, each over each network, have which verdict. */
  readonly claims: string;
  /** Null without another run. */
  readonly compared: string | null;
  readonly agreement: Agreed | null;
}

/** How many figures agree with those of another run; the share from 0 to 1, null of no figure. */
interface AgreedCount {
  readonly agreeing: number;
  readonly compared: number;
  readonly share: number | null;
}

/** The same, by what, and of those with too few rounds for an interval of the difference. */
interface AgreedFigures extends AgreedCount {
  readonly byInterval: number;
  readonly byValue: number;
  readonly few: AgreedCount;
  /** Lower bounds in both runs, not judged. */
  readonly bounds: number;
  /** Without a value in one of the runs, not judged. */
  readonly oneSided: number;
}

/** How another run agrees. Named are the headline exceptions, those with few rounds last. */
interface Agreed {
  readonly headline: AgreedFigures;
  readonly all: AgreedFigures;
  readonly exceptions: readonly string[];
}

/** About what: the scenario of an answer and of waits, the measure of a finding. */
export interface Said {
  readonly network: string;
  readonly about: string;
  readonly text: string;
}

/** What the report says first, for a terminal and for `--json`. */
export function summaryOf(report: Report): Summary {
  const { data } = report;
  const answered = answers(report);
  return {
    runs: data.runs,
    demo: data.manifest.demo !== undefined,
    counts: countsLine(data),
    warnings: warningsOf(data),
    answers: answered.map(({ network, scenario, statements }) => ({
      network,
      about: scenario,
      text: plainText(paragraph(statements.flat())),
    })),
    waits: answered.flatMap(({ network, scenario }) =>
      waitStatements(report, { network, scenario, kind: 'text', fanOut: null }).map(
        (sentences) => ({
          network,
          about: scenario,
          text: plainText(paragraph(sentences)),
        }),
      ),
    ),
    tables: terminalTables(report),
    remedy: answered.length === 0 ? NOTHING_TO_ANSWER : null,
    findings: data.manifest.networks.flatMap(({ profile: { id: network } }) =>
      measuresOver(report, network).map((measure) => ({
        network,
        about: measure.title,
        text: plainText(paragraph(findingSentences(measure))),
      })),
    ),
    claims: claimCounts(judgeClaims(CLAIMS, report)),
    compared: comparedLine(report.comparison),
    agreement: agreed(report),
  };
}

function agreed({ comparison }: Report): Agreed | null {
  if (comparison === null) return null;
  const { headline, all } = comparison.agreements;
  return {
    headline: agreedFigures(headline),
    all: agreedFigures(all),
    exceptions: [...headline.exceptions, ...headline.few.exceptions].map(exceptionText),
  };
}

function agreedFigures(count: AgreementCount): AgreedFigures {
  const { byInterval, byValue, few, bounds, oneSided } = count;
  return { ...agreedCount(count), byInterval, byValue, few: agreedCount(few), bounds, oneSided };
}

function agreedCount(count: Parameters<typeof sharesOf>[0]): AgreedCount {
  const { agreeing, compared } = sharesOf(count);
  return { agreeing, compared, share: compared === 0 ? null : agreeing / compared };
}

/** With the path that is printed after them. */
const LINES = 9;

/** The report in so few lines that a terminal shows them all: the answer first. */
export function terminalSummary(summary: Summary): string[] {
  const { runs, counts, warnings, claims, compared } = summary;
  const [warning, ...others] = warnings;
  const more = others.length === 0 ? '' : ` (and ${others.length} more in the report)`;
  const head = [
    `holbench report ${runs.join(', ')}`,
    counts,
    ...(warning === undefined ? [] : [`Warning: ${warning}${more}`]),
  ];
  const tail = [`Claims: ${claims}.`, ...(compared === null ? [] : [compared])];
  const said = saidLines(summary);
  const room = LINES - head.length - tail.length;
  if (said.length > room) {
    const left = said.splice(room - 1).length;
    said.push(`and ${left} more findings in the report`);
  }
  return [...head, ...said, ...tail];
}

/** What the figures say, a line each, the answer first. */
export function saidLines({ answers, remedy, findings }: Summary): string[] {
  return [
    ...(remedy === null ? [] : [remedy]),
    ...answers.map(
      ({ about: scenario, network, text }) =>
        `${capital(placeName({ scenario, network }))}: ${text}`,
    ),
    ...findings.map(
      ({ about, network, text }) => `${capital(about)} over ${networkText(network)}: ${text}`,
    ),
  ];
}

/** What a terminal gets of an error. @param debug with the stack of what is a defect of ours. */
export function failureLines(error: unknown, debug: boolean): string[] {
  const message = oneLine(error instanceof Error ? error.message : String(error));
  // Such as a folder for the report that cannot be written.
  const isOfSystem = error instanceof Error && 'syscall' in error;
  if (error instanceof RunFolderError) return [`holbench: ${message}`];
  if (isOfSystem) return [`holbench: ${message}: name another folder with --out`];
  const line = `holbench: this run cannot be reported (${message}): please report it with the run folder`;
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return debug && stack !== '' ? [line, stack] : [line];
}

import { oneLine } from '@holbench/process/user-error';
import { RunFolderError } from '@holbench/results/run-folder-error';
import { type Said, saidLines, saidOf } from './answer/answer-blocks.ts';
import {
  comparedLine,
  countOutcomes,
  differenceText,
  isOfHeadline,
  shownDifferences,
} from './compare/comparison.ts';
import { countsLine, warningsOf } from './evidence/run-facts.ts';
import type { Report } from './report.ts';
import { firstAnswers, NOTHING_TO_ANSWER, otherAnswers } from './topics/topics.ts';

/** What a report says, for a terminal and for `--json`. */
export interface Summary {
  readonly runs: readonly string[];
  /** How many cells there are, by state. */
  readonly counts: string;
  /** What makes the figures say less than they seem to. */
  readonly warnings: readonly string[];
  /** The first screen, of each network and transfer. */
  readonly answers: readonly Said[];
  /** What the report says of everything else that was run. */
  readonly others: readonly Said[];
  /** What would answer the lab's question; null where it is answered. */
  readonly remedy: string | null;
  /** Null without another run. */
  readonly compared: string | null;
  readonly comparedFigures: ComparedFigures | null;
}

/** How many figures of two runs have which outcome, and the headline figures that differ. */
interface ComparedFigures {
  readonly headline: Readonly<Record<string, number>>;
  readonly all: Readonly<Record<string, number>>;
  readonly differing: readonly string[];
}

/** What the report says first, for a terminal and for `--json`. */
export function summaryOf(report: Report): Summary {
  const { data } = report;
  const answers = firstAnswers(report);
  const first = new Set(answers.map(({ topic }) => topic));
  const others = otherAnswers(report).filter(({ topic }) => !first.has(topic));
  return {
    runs: data.runs,
    counts: countsLine(data),
    warnings: warningsOf(data),
    answers: saidOf(report, answers),
    others: saidOf(report, others),
    remedy: answers.length === 0 ? NOTHING_TO_ANSWER : null,
    compared: comparedLine(report.comparison),
    comparedFigures: figuresCompared(report),
  };
}

function figuresCompared({ comparison }: Report): ComparedFigures | null {
  if (comparison === null) return null;
  const headline = comparison.compared.filter(isOfHeadline);
  return {
    headline: Object.fromEntries(countOutcomes(headline)),
    all: Object.fromEntries(countOutcomes(comparison.compared)),
    differing: shownDifferences(headline).map(differenceText),
  };
}

/** So many headlines of other scenarios a terminal shows. */
const OTHERS = 3;

/** The report in a terminal: the first screen of each network, and what else it says in a few lines. */
export function terminalSummary(summary: Summary): string[] {
  const { runs, counts, warnings, answers, others, remedy, compared } = summary;
  const [warning, ...further] = warnings;
  const more = further.length === 0 ? '' : ` (and ${further.length} more in the report)`;
  const shown = others.slice(0, OTHERS);
  const left = others.length - shown.length;
  return [
    `holbench report ${runs.join(', ')}`,
    counts,
    ...(warning === undefined ? [] : [`Warning: ${warning}${more}`]),
    ...(compared === null ? [] : [compared]),
    ...(remedy === null ? [] : [remedy]),
    ...answers.flatMap((said) => ['', ...saidLines(said)]),
    ...(shown.length === 0 ? [] : ['']),
    ...shown.map(({ title, headline }) => `${title}: ${headline}`),
    ...(left === 0 ? [] : [`The report has ${left} more such answers.`]),
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

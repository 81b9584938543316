import type { Tools } from '@holbench/harness/tools';

/** What a suite says of each of its cases, by the case's id in the suite. */
export type Outcomes = Readonly<Record<string, string>>;

/** Something that a suite is run against: a variant, or a server of a library without the lab. */
export interface Subject {
  readonly id: string;
  /** The same library without the lab, where there is one: what fails with both is the library's. */
  readonly reference?: string;
  /** Why it cannot run on this machine; null where it can. */
  whyNot(tools: Tools): string | null;
}

export interface RunOptions {
  readonly tools: Tools;
  /** For logs, and for what the suite itself reports. */
  readonly folder: string;
}

/** A test suite that others maintain. */
export interface Suite {
  readonly id: SuiteId;
  /** Its name and version, for the document. */
  readonly title: string;
  readonly subjects: readonly Subject[];
  /** Outcomes that need no reason. */
  readonly accepted: readonly string[];
  /** Why it cannot run on this machine, with the remedy; null where it can. */
  whyNot(): Promise<string | null>;
  /**
   * Runs all of its cases against one subject; installs the suite first, where it is not in the cache.
   * @throws UserError when it cannot be installed, does not end in time, or leaves no report.
   */
  run(subject: string, options: RunOptions): Promise<{ outcomes: Outcomes; versions: Versions }>;
}

export const SUITE_IDS = ['autobahn', 'h2spec'] as const;
export type SuiteId = (typeof SUITE_IDS)[number];

/** Of the programs that a subject consists of, by name. */
export type Versions = Readonly<Record<string, string>>;

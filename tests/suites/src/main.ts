import { mkdir } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { findTools, type Tools } from '@holbench/harness/tools';
import { labCommand, listOf, runMain, wholeNumber } from '@holbench/process/command-line';
import { UserError } from '@holbench/process/user-error';
import { Option } from 'commander';
import { checkSubject, runSuite } from './check-subject.ts';
import { writeDocument } from './document.ts';
import { outcomesIn, readStored, STORE, type Stored, withOutcome, writeStored } from './stored.ts';
import { type Subject, type Suite, SUITE_IDS, type SuiteId, type Versions } from './suite.ts';
import { SUITES } from './suites.ts';

/** `pnpm test:suites`: others' test suites against the real servers, compared with the stored results. */
const SUBJECTS = [
  ...new Set(Object.values(SUITES).flatMap(({ subjects }) => subjects.map(({ id }) => id))),
];

const command = labCommand(
  'test:suites',
  "Runs others' test suites (Autobahn for WebSocket, h2spec for HTTP/2) and compares with docs/suites.",
)
  .addOption(
    new Option('--suites <list>', 'suites, separated by commas')
      .argParser(listOf('suite', SUITE_IDS))
      .default([...SUITE_IDS], 'all'),
  )
  .addOption(
    new Option('--variants <list>', 'variants, and servers of their libraries without the lab')
      .argParser(listOf('variant', SUBJECTS))
      .default(SUBJECTS, 'all'),
  )
  .addOption(
    new Option(
      '--store <runs>',
      'store the outcomes of so many runs instead of comparing, beside those of the same versions',
    ).argParser(wholeNumber(1, 20)),
  )
  .addOption(
    new Option('--document', 'only write docs/suites/README.md from what is stored').conflicts(
      'store',
    ),
  );

interface Options {
  readonly suites: readonly SuiteId[];
  readonly variants: readonly string[];
  readonly store?: number;
  readonly document?: true;
}

const counts = { passed: 0, failed: 0, skipped: 0 };

await runMain(async () => {
  const { suites, variants, store, document } = command.parse().opts<Options>();
  if (document) return writeDocument();
  const tools = await findTools();
  await mkdir(STORE, { recursive: true });
  let ran = false;
  for (const id of suites) {
    const suite = SUITES[id];
    const chosen = suite.subjects.filter((subject) => variants.includes(subject.id));
    ran ||= chosen.length > 0;
    if (chosen.length > 0) await runOne(suite, chosen, tools, store ?? null);
  }
  if (!ran) throw new UserError(`${suites.join(', ')}: not run against ${variants.join(', ')}`);
  if (store !== undefined) await writeDocument();
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  if (counts.failed > 0) process.exitCode = 1;
});

async function runOne(
  suite: Suite,
  subjects: readonly Subject[],
  tools: Tools,
  runs: number | null,
): Promise<void> {
  console.log(suite.title);
  const missing = await suite.whyNot();
  for (const subject of subjects) {
    const reason = missing ?? subject.whyNot(tools);
    if (reason !== null) {
      counts.skipped += 1;
      console.log(`  skipped ${subject.id}: ${reason}`);
      continue;
    }
    console.log(`  ${subject.id} …`);
    const startedAt = performance.now();
    const line = await (runs === null
      ? checkOne(suite, subject.id, tools)
      : storeOne(suite, subject.id, tools, runs));
    console.log(`  ${line} (${((performance.now() - startedAt) / 1_000).toFixed(0)} s)`);
  }
}

async function checkOne(suite: Suite, subject: string, tools: Tools): Promise<string> {
  const stored = await readStored(suite.id);
  const checked = await checkSubject(suite, subject, tools, stored);
  const { outcomes, differences, attempts } = checked;
  for (const { id, stored: before, now } of differences) {
    console.log(`  FAILED ${suite.id} ${id} ${subject}: stored ${before}, now ${now}`);
  }
  counts.passed += Object.keys(outcomes).length - differences.length;
  counts.failed += differences.length;
  if (differences.length > 0) {
    const [then, now] = [stored.versions[subject] ?? {}, checked.versions];
    console.log(`    stored with ${textOf(then)}; now ${textOf(now)}`);
  }
  const tries = attempts > 1 ? `, ${attempts} runs` : '';
  return `${subject}: ${Object.keys(outcomes).length} cases, ${differences.length} different${tries}`;
}

async function storeOne(
  suite: Suite,
  subject: string,
  tools: Tools,
  runs: number,
): Promise<string> {
  const seen: Record<string, string> = {};
  let versions: Versions = {};
  for (let run = 0; run < runs; run++) {
    const result = await runSuite(suite, subject, tools);
    ({ versions } = result);
    for (const [id, outcome] of Object.entries(result.outcomes)) {
      seen[id] = withOutcome(seen[id], outcome);
    }
  }
  const stored = await readStored(suite.id);
  // What the same programs did before, they may do again: some outcomes are rare.
  const isSame = isDeepStrictEqual(stored.versions[subject], versions);
  for (const [id, { [subject]: before }] of Object.entries(isSame ? stored.cases : {})) {
    for (const outcome of before === undefined ? [] : outcomesIn(before)) {
      seen[id] = withOutcome(seen[id], outcome);
    }
  }
  await writeStored(suite.id, merged(suite, stored, subject, seen, versions));
  counts.passed += Object.keys(seen).length;
  return `${subject}: ${Object.keys(seen).length} cases stored`;
}

/** What was stored, with one subject anew. Subjects keep the suite's order; cases that only this one had go. */
function merged(
  { subjects }: Suite,
  { cases, versions: ofOthers }: Stored,
  subject: string,
  seen: Readonly<Record<string, string>>,
  versions: Versions,
): Stored {
  const inOrder = <Value>(entries: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(
      subjects.flatMap(({ id }) => {
        const value = entries[id];
        return value === undefined ? [] : [[id, value] as const];
      }),
    );
  const ids = [...new Set([...Object.keys(seen), ...Object.keys(cases)])];
  const byCase = ids.map((id) => {
    const { [subject]: _, ...others } = cases[id] ?? {};
    const outcome = seen[id];
    return [
      id,
      inOrder(outcome === undefined ? others : { ...others, [subject]: outcome }),
    ] as const;
  });
  return {
    versions: inOrder({ ...ofOthers, [subject]: versions }),
    cases: Object.fromEntries(byCase.filter(([, outcomes]) => Object.keys(outcomes).length > 0)),
  };
}

function textOf(versions: Versions): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}

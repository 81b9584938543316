import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { runDocuments } from '../docs/documents.ts';
import { mergeRuns } from './merge-runs.ts';
import { cellState } from './report-data.ts';
import { protocolProofs } from '../document/sections/protocol-proof.ts';
import { Relation } from '../figures/relation.ts';
import { answersOf } from '../answer/place-answer.ts';
import { TOPICS } from '../topics/topics.ts';

const PUBLISHED = join(import.meta.dirname, '../../published');
const entries = await readdir(PUBLISHED, { withFileTypes: true });
const runs = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** A run in which all paths were recorded has 150 MB of lines. */
const READING_MS = 120_000;

test.each(runs)(
  'the published run %s can be read, and answers',
  { timeout: READING_MS },
  async (name) => {
    const run = await readRun(join(PUBLISHED, name));
    const data = mergeRuns([run]);
    expect(data.warnings).toEqual([]);
    expect(data.manifest.git.dirty).toBe(false);
    // What does not count any more is not to be cited.
    const counted = data.cells.filter(({ cell }) => cellState(cell) === 'valid');
    expect(counted).toHaveLength(run.cells.filter(({ cell }) => cell.valid).length);
    expect(counted.length).toBeGreaterThan(0);
    expect(new Set(protocolProofs(data).map(({ verdict }) => verdict))).toEqual(
      new Set(['proven']),
    );
    const answers = answersOf({ data, relation: Relation.of(data) }, TOPICS);
    expect(answers.length).toBeGreaterThan(0);
    const { factors } = run.manifest.config;
    for (const { cell } of run.cells) if (cell.arm === '') expect(cell.factors).toEqual(factors);
  },
);

test.each(runs)(
  'the page of the published run %s is what its report says first',
  { timeout: READING_MS },
  async (name) => {
    for (const [path, text] of await runDocuments(name)) {
      const stored = await readFile(join(PUBLISHED, '../..', path), 'utf8');
      expect(stored, 'write it again: pnpm run docs').toBe(text);
    }
  },
);

import { findTools } from '@holbench/harness/tools';
import { expect, test } from 'vitest';
import { checkSubject } from '../check-subject.ts';
import { readStored } from '../stored.ts';
import { h2spec } from './h2spec.ts';

const tools = await findTools();
const missing = await h2spec.whyNot();
/** It is built first, and up to three runs are compared. */
const LIMIT_MS = 600_000;

// Servers of the library alone change with the library only: `pnpm test:suites` runs them.
for (const subject of h2spec.subjects) {
  const { id, reference } = subject;
  if (reference === undefined) continue;
  const reason = missing ?? subject.whyNot(tools);
  const title = `${id} answers h2spec as it is stored`;
  test.skipIf(reason !== null)(
    reason === null ? title : `${title}, skipped: ${reason}`,
    async () => {
      const { differences } = await checkSubject(h2spec, id, tools, await readStored('h2spec'));
      expect(differences).toEqual([]);
    },
    LIMIT_MS,
  );
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

test('CITATION.cff cites this version', async () => {
  const [citation = '', manifest = ''] = await Promise.all(
    ['CITATION.cff', 'package.json'].map((path) => readFile(join(PROJECT_ROOT, path), 'utf8')),
  );
  const { version, license } = v.parse(
    v.object({ version: v.string(), license: v.string() }),
    JSON.parse(manifest),
  );
  expect(parse(citation)).toMatchObject({ 'cff-version': '1.2.0', version, license });
});

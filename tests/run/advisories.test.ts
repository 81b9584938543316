import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { npmAdvisories } from './advisories.ts';

const ID = 'GHSA-aaaa-bbbb-cccc';
const ADVISORY = {
  id: 1,
  url: `https://github.com/advisories/${ID}`,
  title: 'a test',
  severity: 'high',
  vulnerable_versions: '<99.0.0',
};

/** What pnpm makes of a registry that answers so when it is asked for the advisories of all packages. */
async function audit(answer: object | null, exceptions: Readonly<Record<string, string>> = {}) {
  const registry = createServer((request, response) => {
    request.resume();
    const isAudit = answer !== null && request.url?.endsWith('/advisories/bulk');
    response.writeHead(isAudit ? 200 : 405, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAudit ? answer : {}));
  });
  await using _registry = registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const address = registry.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return await npmAdvisories(exceptions, `http://127.0.0.1:${address.port}/`);
}

test('an advisory fails by its name', async () => {
  const failures = [`${ID} ws: a test (high)`];
  expect(await audit({ ws: [ADVISORY] })).toEqual({ passed: 0, failures, skips: [] });
});

test('an exception passes, and fails once it is no longer found', async () => {
  const exceptions = { [ID]: 'only in a test' };
  const passes = { passed: 1, failures: [], skips: [] };
  expect(await audit({ ws: [ADVISORY] }, exceptions)).toEqual(passes);
  const failures = [`${ID} is an exception, and no longer found: remove it`];
  expect(await audit({}, exceptions)).toEqual({ passed: 0, failures, skips: [] });
  expect(await audit({})).toEqual(passes);
});

test('a registry without advisories is a skip that says so', async () => {
  const { skips, ...rest } = await audit(null);
  expect(rest).toEqual({ passed: 0, failures: [] });
  expect(skips).toEqual([expect.stringMatching(/^npm advisories: cannot be had here: .*\b405\b/)]);
});

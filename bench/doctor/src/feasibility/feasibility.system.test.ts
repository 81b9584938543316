import { expect, test } from 'vitest';
import { findTools } from '@holbench/harness/tools';
import { knownFeasibility, TEST_IDS, testFeasibility } from './feasibility.ts';
import { TESTS } from './tests.ts';

const tools = await findTools();
/** Ten times what all tests take on an idle machine. */
const TIMEOUT_MS = 120_000;

/**
 * All tests, for real. What they find may change with the next version of anything; that they find
 * something, and that one of them finds that something works, may not.
 */
test('every test that can run here says what it saw', { timeout: TIMEOUT_MS }, async () => {
  const findings = await testFeasibility(tools);
  expect(findings.map(({ id }) => id)).toEqual(TEST_IDS);
  for (const [index, { id, works, evidence }] of findings.entries()) {
    const missing = TESTS[index]?.missing(tools) ?? null;
    if (missing === null)
      expect({ id, works, evidence }).toMatchObject({ works: expect.any(Boolean) });
    else expect(evidence).toBe(`not tested: ${missing}`);
    // The same on every machine: no ports, no folders.
    expect(evidence).not.toMatch(/127\.0\.0\.1:\d|(^|[\s'"])\/(home|root|tmp|usr|work)\//);
  }
  expect(await knownFeasibility(tools)).toEqual(findings);
});

test.skipIf(!tools.chromium || !tools.proxies['caddy'] || !tools.certificate)(
  'one that works is seen to work, and a choice of tests does not replace what is known of all',
  { timeout: TIMEOUT_MS },
  async () => {
    const known = await knownFeasibility(tools);
    const [finding, ...others] = await testFeasibility(tools, ['websocket-http2-caddy-xconnect']);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      works: true,
      evidence:
        'SETTINGS_ENABLE_CONNECT_PROTOCOL: 1; the page: h2; its WebSocket: opened by HTTP/2.0',
    });
    expect(await knownFeasibility(tools)).toEqual(known);
  },
);

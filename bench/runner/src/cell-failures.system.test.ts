import { expect, test } from 'vitest';
import {
  cellOf,
  killInTheMiddle,
  longCell,
  skipped,
  TIMEOUT_MS,
  whyNot,
} from '../fixtures/failing-cells.ts';

test.skipIf(whyNot !== null)(
  `a server that dies costs its cell, which says how${skipped}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const [{ cell }] = await Promise.all([longCell(), killInTheMiddle('http1.js', '--variant')]);
    expect(cell).toMatchObject({ status: 'failed', valid: false });
    expect(cell.reasons[0]).toBe('the server of node-http1 ended (signal SIGKILL)');
  },
);

test.skipIf(whyNot !== null)(
  `a browser that dies costs its cell, which quotes its logs${skipped}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const [{ cell }] = await Promise.all([
      longCell(),
      killInTheMiddle('--ignore-certificate-errors-spki-list', '--remote-debugging'),
    ]);
    expect(cell).toMatchObject({ status: 'failed', valid: false });
    expect(cell.reasons[0]).toMatch(/has been closed|crashed|session closed/);
    expect(cell.reasons.join('\n')).toMatch(/^node-http1-server\.log: ./m);
  },
);

test.skipIf(whyNot !== null)(
  `a cell that takes longer than it may is ended${skipped}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const overrides = { variants: ['node-http1'], scenarios: ['3e'] as const, timeout: 1 };
    const { cell } = await cellOf(overrides);
    expect(cell).toMatchObject({ status: 'failed', valid: false });
    expect(cell.reasons[0]).toBe('hung: ended after 1 s');
  },
);

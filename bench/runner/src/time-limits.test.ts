import type { Variant } from '@holbench/variants/registry';
import { describe, expect, it } from 'vitest';
import { configure, type Overrides } from './configuration.ts';
import { estimateSeconds } from './estimate.ts';
import { planCells } from './plan.ts';
import { cellDeadlineMs, operationTimeoutMs } from './time-limits.ts';

function planned(network: string, what: string, overrides: Overrides = {}) {
  const variant: Variant['id'] = 'node-http2';
  const chosen = { variants: [variant], networks: [network] };
  const configuration = configure('smoke', { ...overrides, ...chosen });
  const cell = planCells(configuration).find(({ id }) => id === `${network}/${variant}/${what}/0`);
  if (!cell) throw new Error(`no cell ${what}`);
  return [cell, configuration] as const;
}

describe('time limits', () => {
  it('are those of the machine where nothing is shaped', () => {
    expect(operationTimeoutMs(...planned('ideal', '1a-text'))).toBe(30_000);
    expect(operationTimeoutMs(...planned('ideal', '1a-binary'))).toBe(35_000);
  });

  it('leave a transfer several times what the network makes it take', () => {
    const fullSize = { fileSize: 50 * 1024 ** 2 };
    // 500 MiB over 1 Mbit/s.
    const atRateMs = 500 * 1024 ** 2 * 8e-3;
    expect(operationTimeoutMs(...planned('3g', '1a-binary', fullSize))).toBeGreaterThan(
      4 * atRateMs,
    );
    expect(operationTimeoutMs(...planned('4g', '2c-binary'))).toBeGreaterThan(50_000);
  });

  it.each([
    '1a-text',
    '1b-binary',
    '2c-binary',
    '2d-binary',
    '3e-text',
    '3e-binary',
    '6i-text-100',
  ])('of a cell of %s is longer than its operations may take, and than expected', (what) => {
    for (const network of ['ideal', '4g', '3g', 'high-loss']) {
      const args = planned(network, what, { fanOut: [100] });
      expect(cellDeadlineMs(...args)).toBeGreaterThan(operationTimeoutMs(...args));
      expect(cellDeadlineMs(...args)).toBeGreaterThan(2_000 * estimateSeconds(...args));
    }
  });
});

describe('the estimate', () => {
  it('knows the network', () => {
    const seconds = (network: string) => estimateSeconds(...planned(network, '1a-binary'));
    expect(seconds('ideal')).toBeLessThan(6);
    // 2 and 10 files of 128 KiB in one connection that loses 0.5 % of its packets.
    expect(seconds('4g')).toBeGreaterThan(seconds('ideal') + 3);
    expect(seconds('3g')).toBeGreaterThan(seconds('4g'));
  });
});

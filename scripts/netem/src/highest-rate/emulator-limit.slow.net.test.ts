import { expect, test } from 'vitest';
import { rattanBackend } from '../backends/rattan.ts';
import { formatLimit, limitOf } from './emulator-limit.ts';
import { measureStep } from './limit-step.ts';

const why = await rattanBackend.whyUnavailable();

test.skipIf(why !== null)(
  `rattan holds 100 Mbit/s${why === null ? '' : ` (skipped: ${why})`}`,
  async () => {
    const step = await measureStep(rattanBackend, 100_000);
    const limit = limitOf([step]);
    console.log(formatLimit(limit), JSON.stringify(step));
    expect(limit.rateKbps).toBe(100_000);
  },
);

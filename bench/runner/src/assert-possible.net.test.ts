import { whyNoPacing } from '@holbench/netem/choose-backend';
import { expect, test } from 'vitest';
import { assertPossible } from './assert-possible.ts';
import { configure } from './configure.ts';

test('pacing that the kernel lacks is refused before a network is made, set or swept', async () => {
  const why = await whyNoPacing();
  for (const chosen of [{ factors: { pacing: 'fq' } }, { sweep: ['pacing=none,fq'] }]) {
    const tried = assertPossible(configure('smoke', chosen), {});
    if (why === null) await tried;
    else await expect(tried).rejects.toThrow(`--pacing fq: ${why}`);
  }
});

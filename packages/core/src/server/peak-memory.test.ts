import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PEAK = join(import.meta.dirname, 'peak-memory.ts');
const BIG_BYTES = 400e6;

/** What a program says of itself that is started by one of 400 MB. */
const PROGRAM = `
const { execFileSync } = require('node:child_process');
const big = Buffer.alloc(${BIG_BYTES}, 1);
const ask = "import(process.argv[1]).then(({ peakRssBytes }) => console.log(peakRssBytes()))";
process.stdout.write(execFileSync(process.execPath, ['-e', ask, ${JSON.stringify(PEAK)}]));
`;

test('a process has no share in the memory of the one that started it', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', PROGRAM]);
  expect(Number(stdout)).toBeGreaterThan(20e6);
  expect(Number(stdout)).toBeLessThan(BIG_BYTES / 2);
});

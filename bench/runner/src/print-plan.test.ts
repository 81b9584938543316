import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { variantIds } from '@holbench/variants/registry';
import { expect, test } from 'vitest';

async function bench(...args: string[]): Promise<string> {
  const main = join(import.meta.dirname, 'main.ts');
  return (await promisify(execFile)(process.execPath, [main, ...args])).stdout;
}

test('a plan begins with its total, and then has every cell', async () => {
  const stdout = await bench(
    '--preset',
    'smoke',
    '--scenarios',
    'connect',
    '--kinds',
    'text',
    '--seed',
    '1',
    '--plan',
  );
  const [first, ...rest] = stdout.trimEnd().split('\n');
  const cells = rest.filter((line) => /\/connect-text\/0 {2}seed 1$/.test(line));
  expect(cells.length).toBe(variantIds('default').length);
  expect(first).toMatch(new RegExp(`^${cells.length} cells, about \\d+ (s|min), seed 1$`));
});

test.each([
  [[], 'first'],
  [['--record-wait'], 'all'],
  [['--record-wait', 'none'], 'none'],
])('with %j it is recorded where messages waited: %s', async (options, which) => {
  const stdout = await bench('--preset', 'smoke', '--json', ...options);
  expect(JSON.parse(stdout).configuration.recordWait).toBe(which);
});

test('--help names every variant, and the sets of them', async () => {
  const help = (await bench('--help')).replaceAll(/\s+/g, ' ');
  expect(help).toContain(
    `--variants <list> ${variantIds().join(', ')}; sets of them: controls, all; your own server, with --target: own-ws, own-http1, own-http2, own-http3 (default: by preset)`,
  );
});

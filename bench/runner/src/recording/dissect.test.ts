import { chmod, readdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { afterEach, expect, test, vi } from 'vitest';
import { dissect } from './dissect.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A program in the place of tshark, which ends in the middle of a line, as the real one does when it crashes. */
test('where tshark ends in the middle of a line, what it said is told, and its text is removed', async () => {
  await using temporary = await temporaryFolder('dissect');
  const folder = temporary.path;
  const bin = join(folder, 'tshark');
  await writeFile(
    bin,
    "#!/bin/sh\nprintf '1795489404.1\\t1\\thalf'\necho 'no space left' >&2\nexit 2\n",
  );
  await chmod(bin, 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
  const capture = {
    path: join(folder, 'same-server.pcapng'),
    transport: 'tcp',
    port: 8443,
  } as const;
  await expect(dissect({ ...capture, keys: join(folder, 'keys.log') })).rejects.toThrow(
    'same-server.pcapng: tshark: ended with exit code 2 | no space left',
  );
  const left = await readdir(folder);
  expect(left.filter((name) => name.endsWith('.tsv'))).toEqual([]);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_LIMITS } from '@holbench/core/server/client-limits';
import { LOCALHOST } from '@holbench/process/network-side';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCertificate } from '../certificate.ts';
import { freePort } from '../port.ts';
import { gateway } from './gateway.ts';

const program = await gateway.find();

const missing = program ? null : gateway.missing;

function titled(title: string, reason: string | null): string {
  return reason === null ? title : `${title}, skipped: ${reason}`;
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-gateway-'));
});
afterEach(() => rm(folder, { recursive: true }));

test.skipIf(!program).each(['no certificate', 'another key'])(
  titled('a certificate that is refused (%s) is one line, with the remedy', missing),
  async (kind) => {
    if (!program) return;
    const certificate = await makeCertificate(folder);
    const other = join(folder, 'other');
    if (kind === 'another key') await makeCertificate(other);
    const broken =
      kind === 'another key'
        ? { ...certificate, key: join(other, 'lab.key') }
        : { ...certificate, cert: join(folder, 'empty') };
    await writeFile(join(folder, 'empty'), 'no certificate');
    const port = await freePort('127.0.0.1');
    const starting = gateway.start(program, {
      variant: 'node-webtransport',
      transport: 'webtransport',
      protocol: 'http/1.1',
      certificate: broken,
      place: LOCALHOST,
      origin: `https://127.0.0.1:${port}`,
      port,
      socket: join(folder, 'none.sock'),
      buffering: 'advised',
      limits: DEFAULT_LIMITS,
      maxBodyBytes: 1024,
      logPath: join(folder, 'gateway.log'),
    });
    await expect(starting).rejects.toThrow(
      /gateway: cannot use the certificate [^\n]+ run \.\/setup\.sh/,
    );
  },
);

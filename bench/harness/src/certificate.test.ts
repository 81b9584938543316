import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  CERTIFICATE_ADDRESSES,
  CERTIFICATE_NAMES,
  ensureCertificate,
  readCertificate,
} from './certificate.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-certificate-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('it is P-256, for every name and address of the lab, for over a year', async () => {
  const { cert, key, spki } = await ensureCertificate(folder);
  const certificate = new X509Certificate(await readFile(cert));
  expect(certificate.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
  for (const name of CERTIFICATE_NAMES) expect(certificate.checkHost(name)).toBe(name);
  for (const address of CERTIFICATE_ADDRESSES) expect(certificate.checkIP(address)).toBe(address);
  expect(certificate.validToDate.getTime()).toBeGreaterThan(Date.now() + 365 * 86_400_000);
  expect(certificate.ca).toBe(false);
  const der = certificate.publicKey.export({ type: 'spki', format: 'der' });
  expect(spki).toBe(createHash('sha256').update(der).digest('base64'));
  expect((await stat(key)).mode & 0o777).toBe(0o600);
});

test('it is kept while it is good', async () => {
  const first = await ensureCertificate(folder);
  expect(await ensureCertificate(folder)).toEqual(first);
});

test('for another address it is made anew, and kept', async () => {
  const { spki } = await ensureCertificate(folder);
  const more = ['192.0.2.7'];
  const made = await ensureCertificate(folder, more);
  expect(made.spki).not.toBe(spki);
  const certificate = new X509Certificate(await readFile(made.cert));
  for (const address of [...CERTIFICATE_ADDRESSES, ...more]) {
    expect(certificate.checkIP(address)).toBe(address);
  }
  expect(await ensureCertificate(folder, more)).toEqual(made);
});

test('one that is damaged, or of another key, is none, and is made anew', async () => {
  const { cert, spki } = await ensureCertificate(folder);
  const other = await ensureCertificate(join(folder, 'other'));
  await writeFile(cert, await readFile(other.cert));
  expect(await readCertificate(folder)).toBeNull();
  await writeFile(cert, 'no certificate');
  expect(await readCertificate(folder)).toBeNull();
  expect((await ensureCertificate(folder)).spki).not.toBe(spki);
});

test('one that is not valid yet, or about to expire, is none', async () => {
  const day = 86_400_000;
  const { cert } = await ensureCertificate(folder);
  const { validFromDate, validToDate } = new X509Certificate(await readFile(cert));
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (const [now, isGood] of [
      [validFromDate.getTime() - 1_000, false],
      [validFromDate.getTime(), true],
      [validToDate.getTime() - 31 * day, true],
      [validToDate.getTime() - 29 * day, false],
    ] as const) {
      vi.setSystemTime(now);
      expect((await readCertificate(folder)) !== null).toBe(isGood);
    }
  } finally {
    vi.useRealTimers();
  }
});

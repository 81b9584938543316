import { X509Certificate, createPrivateKey } from 'node:crypto';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { runMain } from '@holbench/process/command-line';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { letRead, rightsOf } from '@holbench/process/unprivileged';
import { writeWhole } from '@holbench/process/write-whole';
import { spkiHash } from './trust.ts';

export interface Certificate {
  /** Paths of the files, PEM. */
  readonly cert: string;
  readonly key: string;
  /** Base64 of the SHA-256 of the public key: Chromium's `--ignore-certificate-errors-spki-list`. */
  readonly spki: string;
}

/** Names in the certificate: loopback, and the two sides of an emulated network. */
export const CERTIFICATE_NAMES = ['localhost', 'client.holbench', 'server.holbench'] as const;
export const CERTIFICATE_ADDRESSES = ['127.0.0.1', '::1', '10.77.0.1', '10.77.0.2'] as const;

const FOLDER = join(PROJECT_ROOT, 'certs');
const LIFETIME_DAYS = 730;
/** Renewed this long before its end, so that no long run outlives it. */
const RENEWAL_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * @param more addresses that it is to be for, beside the lab's.
 * @returns the lab's certificate, or null when it is absent, for other names, not valid yet, or about to expire.
 */
export async function readCertificate(
  folder = FOLDER,
  more: readonly string[] = [],
): Promise<Certificate | null> {
  const [cert, key] = [join(folder, 'lab.crt'), join(folder, 'lab.key')];
  try {
    const certificate = new X509Certificate(await readFile(cert));
    const fits =
      certificate.validFromDate.getTime() <= Date.now() &&
      certificate.validToDate.getTime() > Date.now() + RENEWAL_DAYS * DAY_MS &&
      CERTIFICATE_NAMES.every((name) => certificate.checkHost(name)) &&
      [...CERTIFICATE_ADDRESSES, ...more].every((address) => certificate.checkIP(address)) &&
      certificate.checkPrivateKey(createPrivateKey(await readFile(key)));
    return fits ? { cert, key, spki: spkiHash(certificate) } : null;
  } catch {
    return null;
  }
}

/** Finds the certificate, or makes a self-signed one (P-256, two years) in `folder`. @param more addresses, likewise. */
export async function ensureCertificate(
  folder = FOLDER,
  more: readonly string[] = [],
): Promise<Certificate> {
  return (await readCertificate(folder, more)) ?? makeCertificate(folder, more);
}

/** Makes a self-signed certificate for the lab's names. */
export async function makeCertificate(
  folder: string,
  more: readonly string[] = [],
): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: 'holbench' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // For machines whose clock is a little behind.
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + LIFETIME_DAYS * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...CERTIFICATE_NAMES.map((value) => ({ type: 2, value }) as const),
          ...[...CERTIFICATE_ADDRESSES, ...more].map((ip) => ({ type: 7, ip }) as const),
        ],
      },
    ],
  });
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, 'lab.key'), made.private, 0o600);
  await writeWhole(join(folder, 'lab.crt'), made.cert, 0o644);
  const certificate = await readCertificate(folder, more);
  if (!certificate) throw new Error(`the certificate just made in ${folder} cannot be used`);
  return certificate;
}

/**
 * The certificate for servers that run without root's rights: copies that they can read. Who owns the key does not
 * change, and it may be in a folder that is root's alone.
 * @param started removes the copies.
 */
export async function lendCertificate(
  certificate: Certificate,
  started: AsyncDisposableStack,
): Promise<Certificate> {
  if ((await rightsOf()).kind !== 'dropped') return certificate;
  const { path: folder } = started.use(await temporaryFolder('key'));
  const copies = { cert: join(folder, 'lab.crt'), key: join(folder, 'lab.key') };
  for (const name of ['cert', 'key'] as const) {
    await copyFile(certificate[name], copies[name]);
    await letRead(copies[name]);
  }
  await letRead(folder);
  return { ...certificate, ...copies };
}

// setup.sh calls this.
if (import.meta.main) await runMain(async () => console.log((await ensureCertificate()).cert));

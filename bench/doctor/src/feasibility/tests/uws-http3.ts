import { createPrivateKey } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCALHOST } from '@holbench/process/network-side';
import { makeCertificate } from '@holbench/harness/certificate';
import { chromiumText, type FeasibilityTest, missingOfBrowser } from '../feasibility-test.ts';
import { open, pageProtocol } from '../page-scripts.ts';
import { startUws, uwsText, whyNoUws } from '../start-uws.ts';

/** Any: its HTTP/3 does not start with a key that has none. */
const PASSPHRASE = 'holbench';

/** Whether uWebSockets.js speaks HTTP/3: its H3App, which wants an RSA key under a passphrase. */
export const uwsHttp3: FeasibilityTest = {
  id: 'uws-http3',
  what: (tools) => `HTTP/3 in ${uwsText(tools)}, asked by ${chromiumText(tools)}`,
  missing: (tools) => whyNoUws(tools) ?? missingOfBrowser(tools),
  run: async (lab) => {
    const { cert, key, spki } = await makeCertificate(lab.folder, 'rsa');
    const encrypted = join(lab.folder, 'encrypted.key');
    await writeFile(
      encrypted,
      createPrivateKey(await readFile(key)).export({
        type: 'pkcs8',
        format: 'pem',
        cipher: 'aes-256-cbc',
        passphrase: PASSPHRASE,
      }),
    );
    const { apps, process, port, end } = await startUws(lab, {
      app: 'H3App',
      cert_file_name: cert,
      key_file_name: encrypted,
      passphrase: PASSPHRASE,
    });
    const exported = `exports ${apps.join(', ')}`;
    if (port === null) return { works: false, evidence: `${exported}; H3App: ${end}` };
    const host = `${LOCALHOST.address}:${port}`;
    const { browser } = await lab.browser({ forceQuic: [host], trustedKey: spki });
    const page = await browser.newPage();
    const error = await open(page, `https://${host}/`);
    const protocol = error === null ? await pageProtocol(page) : null;
    const ended = process.ending === null ? '' : `; the server ended (${process.ending})`;
    return {
      works: protocol === 'h3',
      evidence: `${exported}; H3App listens; Chromium: ${error ?? `answered by ${protocol}`}${ended}`,
    };
  },
};

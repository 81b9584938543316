import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { freePort } from '@holbench/harness/port';
import { nodeOf } from '@holbench/harness/tools';
import { spkiHash } from '@holbench/harness/trust';
import { ManagedProcess } from '@holbench/process/managed-process';
import { LOCALHOST } from '@holbench/process/network-side';
import { messageOf } from '@holbench/process/user-error';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import { COMBINATIONS } from '@holbench/variants/feasibility';
import { generate } from 'selfsigned';
import { expect } from 'vitest';
import { type Lab, LIMIT_MS, open, pageProtocol, startBrowser, testWith, tools } from './lab.ts';

const test = testWith('uws-http1');

/** Any passphrase: HTTP/3 does not start with a key without one. */
const PASSPHRASE = 'holbench';

/** Names the kinds of app, once one listens. Arguments: its name, its options, a port. */
const SCRIPT = `
  const [, app, options, port] = process.argv;
  const uws = require('uWebSockets.js');
  const apps = Object.keys(uws).filter((name) => name.endsWith('App')).join(', ');
  uws[app](JSON.parse(options))
    .get('/*', (response) => response.end('ok'))
    .listen('${LOCALHOST.address}', Number(port), (socket) => {
      if (socket) console.log('apps: ' + apps);
    });
`;

/** Starts an app with an RSA certificate, whose key is under the passphrase: HTTP/3 takes no other. */
async function startUws({ folder, started }: Lab, app: 'SSLApp' | 'H3App') {
  const made = await generate([{ name: 'commonName', value: 'holbench' }], {
    keyType: 'rsa',
    keySize: 2048,
    algorithm: 'sha256',
  });
  const [cert, key] = [join(folder, 'rsa.crt'), join(folder, 'rsa.key')];
  await writeFile(cert, made.cert);
  await writeFile(
    key,
    createPrivateKey(made.private).export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: PASSPHRASE,
    }),
  );
  const options = { cert_file_name: cert, key_file_name: key, passphrase: PASSPHRASE };
  const port = await freePort(LOCALHOST.address);
  const node = nodeOf(tools, { needs: 'uWebSockets.js' });
  if (node === null) throw new Error('uWebSockets.js loads in no Node here');
  const server = started.use(
    await ManagedProcess.start({
      name: `${app} of uWebSockets.js`,
      command: node.path,
      args: ['--eval', SCRIPT, app, JSON.stringify(options), String(port)],
      logPath: join(folder, 'uws.log'),
      cwd: join(tools.root, 'servers/uws'),
    }),
  );
  const apps = await waitUntilReady(server, async () => {
    const line = server.log.lines().find((each) => each.startsWith('apps: '));
    return line?.slice('apps: '.length) ?? null;
  });
  const trustedKey = spkiHash(new X509Certificate(made.cert));
  return { port, apps, trustedKey };
}

test('uws-http2', async ({ lab }) => {
  const { port, apps } = await startUws(lab, 'SSLApp');
  const rejectUnauthorized = false;
  const signal = AbortSignal.timeout(LIMIT_MS);
  const tls = connectTls({ port, ALPNProtocols: ['h2', 'http/1.1'], rejectUnauthorized });
  lab.started.defer(() => void tls.destroy());
  await once(tls, 'secureConnect', { signal });
  const session = connect(`https://${LOCALHOST.address}:${port}`, { rejectUnauthorized });
  lab.started.defer(() => session.destroy());
  // Without a listener an error would end this process. The stream tells it, too.
  session.on('error', () => {});
  const answer = await once(session.request({ ':path': '/' }), 'response', { signal }).then(
    () => 'an answer',
    messageOf,
  );
  expect(COMBINATIONS['uws-http2']).toMatchObject({
    works: answer === 'an answer',
    evidence: `It exports ${apps}. SSLApp, offered h2 and http/1.1 by ALPN, chooses ${tls.alpnProtocol || 'neither'}. A request over HTTP/2 ends with “${answer}”.`,
  });
});

test('uws-http3', async ({ lab }) => {
  const { port, trustedKey } = await startUws(lab, 'H3App');
  const host = `${LOCALHOST.address}:${port}`;
  const { browser } = await startBrowser(lab, { forceQuic: [host], trustedKey });
  const page = await browser.newPage();
  const failure = await open(page, `https://${host}/`);
  const protocol = failure === null ? await pageProtocol(page) : null;
  expect(COMBINATIONS['uws-http3']).toMatchObject({
    works: protocol === 'h3',
    evidence: `H3App listens. Chromium’s request ends with ${failure ?? `an answer over ${protocol}`}.`,
  });
});

import { createPrivateKey } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCertificate } from '@holbench/harness/certificate';
import { freePort } from '@holbench/harness/port';
import type { Tools } from '@holbench/harness/tools';
import type { ManagedProcess } from '@holbench/process/managed-process';
import { LOCALHOST } from '@holbench/process/network-side';
import { runTool } from '@holbench/process/run-tool';
import * as v from 'valibot';
import {
  chromiumText,
  type FeasibilityTest,
  missingOfBrowser,
  missingOfServer,
} from '../feasibility-test.ts';
import { chosenProtocol, getHttp2 } from '../http2-request.ts';
import { open, pageProtocol } from '../page-scripts.ts';
import type { TestLab } from '../test-lab.ts';

/** Whether uWebSockets.js speaks HTTP/2: in a separate app, or by ALPN. */
export const uwsHttp2: FeasibilityTest = {
  id: 'uws-http2',
  what: (tools) => `HTTP/2 in ${uwsText(tools)}`,
  missing: (tools) => whyNoUws(tools) ?? missingOfServer(tools),
  run: async (lab) => {
    const { cert, key } = lab.certificate;
    const { apps, port, end } = await startUws(lab, {
      app: 'SSLApp',
      cert_file_name: cert,
      key_file_name: key,
    });
    const exported = `exports ${apps.join(', ')}`;
    if (port === null) return { works: false, evidence: `${exported}; SSLApp: ${end}` };
    const alpn = await chosenProtocol(LOCALHOST.address, port);
    const answer = await getHttp2(`https://${LOCALHOST.address}:${port}`);
    return {
      works: answer === 200,
      evidence:
        `${exported}; SSLApp, offered h2 and http/1.1 (ALPN), chooses ${alpn}; ` +
        `a request of HTTP/2: ${answer === 200 ? 'answered' : answer}`,
    };
  },
};

/** Any passphrase: HTTP/3 does not start with a key without one. */
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

/** The uWebSockets.js app to start, and its TLS options. */
interface UwsApp {
  readonly app: 'SSLApp' | 'H3App';
  readonly cert_file_name: string;
  readonly key_file_name: string;
  readonly passphrase?: string;
}

interface StartedUws {
  readonly process: ManagedProcess;
  /** Names of the kinds of app that the module exports. */
  readonly apps: readonly string[];
  /** Null when it does not listen; then `end` says why. */
  readonly port: number | null;
  readonly end: string;
}

/** Says whether it listens. Arguments: a `UwsApp` as JSON, the port. */
const SCRIPT = `
  const [, text, port] = process.argv;
  const { app, ...options } = JSON.parse(text);
  require('uWebSockets.js')
    [app](options)
    .get('/*', (response) => response.end('ok'))
    .listen('${LOCALHOST.address}', Number(port), (socket) =>
      console.log(JSON.stringify({ listening: Boolean(socket) })));
`;
const NAMES = `console.log(JSON.stringify(Object.keys(require('uWebSockets.js'))))`;

/** Starts an app of uWebSockets.js in the Node of the servers. */
async function startUws(lab: TestLab, wanted: UwsApp): Promise<StartedUws> {
  const { serverNode, root } = lab.tools;
  const cwd = join(root, 'servers/uws');
  const names = v.parse(
    v.pipe(v.string(), v.parseJson(), v.array(v.string())),
    await runTool(serverNode.path, ['--eval', NAMES], { cwd }),
  );
  const apps = names.filter((name) => name.endsWith('App'));
  const port = await freePort(LOCALHOST.address);
  const { process, said, end } = await lab.script({
    node: serverNode.path,
    flags: [],
    script: SCRIPT,
    args: [JSON.stringify(wanted), String(port)],
    cwd,
  });
  const listening = v.is(v.object({ listening: v.literal(true) }), said);
  return { process, apps, port: listening ? port : null, end: end || 'it does not listen' };
}

/** `uWebSockets.js 3.0.6 in Node 20.20.2`. */
function uwsText({ uws, serverNode }: Tools): string {
  return `uWebSockets.js ${uws.loads ? uws.version : '–'} in Node ${serverNode.version}`;
}

/** @returns why uWebSockets.js cannot be tried on this machine; null when it can. */
function whyNoUws({ uws }: Tools): string | null {
  return uws.loads ? null : `uWebSockets.js does not load: ${uws.reason}`;
}

import { join } from 'node:path';
import { LOCALHOST } from '@holbench/process/network-side';
import type { ManagedProcess } from '@holbench/process/managed-process';
import { runTool } from '@holbench/process/run-tool';
import * as v from 'valibot';
import { freePort } from '@holbench/harness/port';
import type { Tools } from '@holbench/harness/tools';
import type { TestLab } from './test-lab.ts';

/** What uWebSockets.js is asked for: which of its apps, and its options of TLS. */
export interface UwsApp {
  readonly app: 'SSLApp' | 'H3App';
  readonly cert_file_name: string;
  readonly key_file_name: string;
  readonly passphrase?: string;
}

export interface StartedUws {
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
export async function startUws(lab: TestLab, wanted: UwsApp): Promise<StartedUws> {
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
export function uwsText({ uws, serverNode }: Tools): string {
  return `uWebSockets.js ${uws.loads ? uws.version : '–'} in Node ${serverNode.version}`;
}

/** @returns why uWebSockets.js cannot be tried on this machine; null when it can. */
export function whyNoUws({ uws }: Tools): string | null {
  return uws.loads ? null : `uWebSockets.js does not load: ${uws.reason}`;
}

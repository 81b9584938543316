import { join } from 'node:path';
import { withToken } from '@holbench/harness/readiness/start-answering';
import { ManagedProcess } from '@holbench/process/managed-process';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { withoutRights } from '@holbench/process/unprivileged';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import * as v from 'valibot';
import { SaveRequest } from '../save/save-request.ts';
import { Control } from './control.ts';

/** What the page’s server passes on to the demo, which alone can do it. */
export const Asked = v.union([
  v.strictObject({ control: Control }),
  v.strictObject({ save: SaveRequest }),
]);
export type Asked = v.InferOutput<typeof Asked>;

export interface FrontOptions {
  /** Of the page. */
  readonly folder: string;
  readonly port: number;
  readonly certificate: { readonly cert: string; readonly key: string };
  readonly logFolder: string;
  /** Whether the page may ask for another network, and to save what it has seen. */
  readonly controls: boolean;
  readonly saves: boolean;
  /** Without it no request is answered; undefined: all are. */
  readonly token: string | undefined;
}

/** Starts the server of the page, on one side of a network. It passes on what the page asks for. */
export async function startFront(
  side: NetworkSide,
  { folder, port, certificate, logFolder, controls, saves, token }: FrontOptions,
): Promise<ManagedProcess> {
  const main = join(import.meta.dirname, 'front-main.ts');
  const { cert, key } = certificate;
  const listening = ['--host', side.address, '--port', String(port), '--cert', cert, '--key', key];
  const may = [...(controls ? ['--controls'] : []), ...(saves ? ['--saves'] : [])];
  const args = [main, '--folder', folder, ...listening, ...may];
  const inner = await withoutRights(process.execPath, args);
  const front = await ManagedProcess.start({
    name: 'server of the page',
    ...commandIn(side, inner.command, inner.args),
    logPath: join(logFolder, 'front.log'),
    env: withToken(token),
    answers: true,
  });
  try {
    await waitUntilReady(front, async () =>
      front.log.lines().some((line) => line.startsWith('serving ')) ? true : null,
    );
  } catch (error) {
    await front.stop();
    throw error;
  }
  return front;
}

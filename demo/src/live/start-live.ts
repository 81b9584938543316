import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { quicHosts } from '@holbench/harness/browser';
import { lendCertificate } from '@holbench/harness/certificate';
import { startVariant } from '@holbench/harness/start-variant';
import type { Tools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import type { NetworkSide } from '@holbench/process/network-side';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { letRead } from '@holbench/process/unprivileged';
import { UserError } from '@holbench/process/user-error';
import type { Variant } from '@holbench/variants/registry';
import * as v from 'valibot';
import { builtPage } from '../demo-files.ts';
import { INDEX_PATH, type LiveIndex } from '../race/race.ts';
import type { DemoConditions } from '../save/manifest-of.ts';
import type { SaveRequest } from '../save/save-request.ts';
import type { SaveAnswer } from '../save/seen.ts';
import type { Control } from './control.ts';
import { keptServer } from './kept-server.ts';
import { Asked, startFront } from './start-front.ts';

export interface LiveOptions {
  readonly tools: Tools;
  readonly variants: readonly Variant[];
  /** Where servers and page run. */
  readonly side: NetworkSide;
  /** Of the page. */
  readonly port: number;
  readonly network: Pick<LiveIndex, 'network' | 'networks' | 'link' | 'certificate'>;
  readonly fileBytes: number;
  readonly logFolder: string;
  /** Without it page and servers answer no request. Default: they answer all. */
  readonly token?: string;
  /** Saves what the page has seen; missing: it cannot be saved. @param servers versions of those that run. */
  readonly onSave?: (asked: SaveRequest, servers: Servers) => Promise<SaveAnswer>;
}

/** Versions of the servers, by variant and name. */
type Servers = DemoConditions['servers'];

export interface RunningLive extends AsyncDisposable {
  readonly address: string;
  /** Hosts with which Chromium is to speak QUIC only. */
  readonly forceQuic: readonly string[];
  /** Resolves with what the page asks for. @throws UserError when the page's server ends instead. */
  asked(): Promise<Control>;
}

/** Starts all variants that can run here, and the page that shows them, on one side of a network. */
export async function startLive(options: LiveOptions): Promise<RunningLive> {
  const { tools, variants, side, port, network, fileBytes, logFolder, token, onSave } = options;
  const { certificate } = tools;
  if (!certificate) throw new UserError('no valid certificate in certs/; run ./setup.sh');
  const address = `https://${side.address}:${port}`;
  await using started = new AsyncDisposableStack();
  const lanes: LiveIndex['lanes'][number][] = [];
  const servers: Servers = {};
  for (const variant of variants) {
    const { id, code, title, colour, protocol } = variant;
    const reason = whyUnsupported(variant, tools);
    const start = () =>
      startVariant(variant, {
        tools,
        fileBytes,
        logFolder,
        place: side,
        port: variant.port,
        // Without the port that is the usual one.
        frameOrigin: new URL(address).origin,
        ...(token !== undefined && { token }),
      });
    const server =
      reason === null
        ? started.use(await keptServer(start, (text) => console.error(`${id}: ${text}`)))
        : null;
    if (server !== null) servers[id] = server.versions;
    const origin = server?.origin ?? null;
    lanes.push({ variant: id, code, title, colour, protocol, origin, reason: reason ?? '' });
  }
  const running = lanes.flatMap(({ origin, protocol }) =>
    origin === null ? [] : [{ origin, protocol }],
  );
  if (running.length === 0) throw new UserError('no variant can run here; see pnpm run doctor');
  const index: LiveIndex = { mode: 'live', ...network, saves: onSave !== undefined, lanes };
  const folder = started.use(await temporaryFolder('demo')).path;
  await writePage(
    folder,
    index,
    running.map(({ origin }) => origin),
  );
  await letRead(folder);
  const controls = network.networks.length > 0;
  const front = await startFront(side, {
    folder,
    port,
    certificate: await lendCertificate(certificate, started),
    logFolder,
    controls,
    saves: index.saves,
    token,
  });
  started.use(front);
  const live = started.move();
  return {
    address: `${address}/`,
    forceQuic: running.flatMap((each) => quicHosts(each, each.origin)),
    asked: async () => {
      let question: string | SaveAnswer = 'what next?';
      for (;;) {
        const asked: Asked = v.parse(Asked, await front.ask(question));
        if ('control' in asked) return asked.control;
        question = (await onSave?.(asked.save, servers)) ?? { refused: 'this demo saves nothing' };
      }
    },
    [Symbol.asyncDispose]: () => live.disposeAsync(),
  };
}

/** The built page, which may show these origins in frames, and what it shows. */
async function writePage(
  folder: string,
  index: LiveIndex,
  origins: readonly string[],
): Promise<void> {
  for (const [path, body] of await builtPage()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(
      join(folder, path),
      path === 'index.html' ? framing(new TextDecoder().decode(body), origins) : body,
    );
  }
  await mkdir(dirname(join(folder, INDEX_PATH)), { recursive: true });
  await writeFile(join(folder, INDEX_PATH), JSON.stringify(index));
}

/** @throws Error where the page's policy is not where it was. */
function framing(html: string, origins: readonly string[]): string {
  const policy = "base-uri 'none'";
  if (!html.includes(policy)) throw new Error('index.html has no content security policy');
  return html.replace(policy, `frame-src ${origins.join(' ')}; ${policy}`);
}

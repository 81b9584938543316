import { launchBrowser, quicHosts } from '@holbench/harness/browser';
import type { RunningVariant } from '@holbench/harness/start-variant';
import type { Tools } from '@holbench/harness/tools';
import { messageOf, UserError } from '@holbench/process/user-error';
import { openRawClient, type TcpProtocol } from '@holbench/raw-clients/open-client';
import { openQuicClient, quicConnection } from '@holbench/test-clients/quic/http-connections';
import { QuicProgram } from '@holbench/test-clients/quic/quic-program';
import type { RawClient } from '@holbench/raw-clients/raw-client';
import { isOverQuic, type QuicProtocol } from '@holbench/variants/protocols';
import type { Page } from 'playwright-core';
import { openPage } from './open-clients.ts';
import { openUnread, type UnreadKind, unreadOnStreams } from './unread-kinds.ts';
import { downloadInPage, Refused, verifiedDownload } from './verified-download.ts';

/** Connections that ask and do not read, and those that read, to one variant. */
export interface UnreadClients extends AsyncDisposable {
  /** A user that behaves. */
  open(): Promise<RawClient>;
  /** Asks for the CoValue, and reads nothing. */
  ask(kind: UnreadKind, id: string): Promise<AsyncDisposable>;
  /**
   * Downloads the file on a connection of its own.
   * @throws Refused where nothing of it came. @throws Error where a byte is missing or wrong.
   */
  download(id: string): Promise<void>;
}

/** Over TCP all by Node; over QUIC those that read are pages, and the others of `client.py`. */
export async function unreadClients(
  server: RunningVariant,
  { tools, logFolder }: { readonly tools: Tools; readonly logFolder: string },
): Promise<UnreadClients> {
  const { protocol } = server.variant;
  return isOverQuic(protocol)
    ? overQuic(server, protocol, tools, logFolder)
    : overTcp(server, protocol);
}

function overTcp({ origin }: RunningVariant, protocol: TcpProtocol): UnreadClients {
  return {
    open: () => openRawClient(protocol, origin),
    ask: (kind, id) => openUnread(kind, protocol, origin, id),
    download: (id) => verifiedDownload(protocol, origin, id),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** As long as a run takes, at most: who acknowledges and does not read, lives. */
const IDLE_MS = 900_000;
/**
 * What a server may send until a client reads. A page's is 15 MiB: what was acknowledged costs the server nothing, and
 * the program of the clients much.
 */
const MAX_DATA = 256 * 1024;
const UNREAD_OPTIONS = { idleMs: IDLE_MS, maxData: MAX_DATA, windowsGrow: false };

async function overQuic(
  server: RunningVariant,
  protocol: QuicProtocol,
  tools: Tools,
  logFolder: string,
): Promise<UnreadClients> {
  const { variant, origin } = server;
  await using opened = new AsyncDisposableStack();
  const program = await QuicProgram.start(logFolder);
  if (typeof program === 'string') throw new UserError(program);
  opened.use(program);
  const browser = await launchBrowser({ tools, logFolder, forceQuic: quicHosts(variant, origin) });
  opened.use(browser);
  const all = opened.move();
  // Each needs a process of the browser: a hundred at once would take each other's time.
  let opening: Promise<unknown> = Promise.resolve();
  const openNext = (): Promise<Page> => {
    const next = opening.then(() => openPage(browser.browser, server));
    opening = next.catch(() => {});
    return next;
  };
  return {
    open: () => openQuicClient(program, protocol, origin, { idleMs: IDLE_MS }),
    ask: async (kind, id) =>
      unreadOnStreams(kind, await quicConnection(program, protocol, origin, UNREAD_OPTIONS), id),
    download: async (id) => {
      const page = await openNext().catch((error: unknown) => {
        throw new Refused(messageOf(error));
      });
      try {
        await downloadInPage(page, id);
      } finally {
        await page.context().close();
      }
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

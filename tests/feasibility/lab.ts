import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type BrowserOptions, launchBrowser, type RunningBrowser } from '@holbench/harness/browser';
import { lendCertificate } from '@holbench/harness/certificate';
import { freePort } from '@holbench/harness/port';
import { startCaddy } from '@holbench/harness/proxies/caddy';
import { findTools } from '@holbench/harness/tools';
import { missingPrerequisite, whyUnsupported } from '@holbench/harness/unsupported';
import { LOCALHOST } from '@holbench/process/network-side';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { letRead } from '@holbench/process/unprivileged';
import { CLIENT_PROTOCOL_HEADER, variant as variantOf } from '@holbench/variants/registry';
import { errors, type Page } from 'playwright-core';
import { test } from 'vitest';
import { WebSocketServer } from 'ws';

export const tools = await findTools();

/** What one test starts, and where it keeps files: both end with the test. */
export interface Lab {
  readonly folder: string;
  readonly started: AsyncDisposableStack;
}

/**
 * Tests with a lab, which need the programs of a variant. Where one is missing they are skipped, with the reason.
 */
export const testWith = (variant: string) =>
  test.extend<{ lab: Lab }>({
    lab: async ({ skip }, use) => {
      const missing =
        (await missingPrerequisite(tools)) ?? whyUnsupported(variantOf(variant), tools);
      if (missing !== null) skip(missing);
      await using started = new AsyncDisposableStack();
      const folder = started.use(await temporaryFolder('feasibility')).path;
      await letRead(folder);
      await use({ folder, started });
    },
  });

export async function startBrowser(
  { folder, started }: Lab,
  options: Omit<BrowserOptions, 'tools'>,
): Promise<RunningBrowser> {
  const logFolder = join(folder, 'browser');
  return started.use(await launchBrowser({ ...options, tools, logFolder }));
}

/** Time limit of a page or a request, in milliseconds. */
export const LIMIT_MS = 10_000;

/** @returns what Chromium says of the failure; null when the page opens. @throws Error when nothing came in time. */
export async function open(page: Page, url: string): Promise<string | null> {
  try {
    await page.goto(url, { timeout: LIMIT_MS });
    return null;
  } catch (error) {
    if (error instanceof errors.TimeoutError) throw error;
    return netError(String(error));
  }
}

/** `net::ERR_FAILED`; the whole text where it names none. */
const netError = (text: string): string => /net::ERR_\w+/.exec(text)?.[0] ?? text;

export const pageProtocol = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    return navigation instanceof PerformanceNavigationTiming ? navigation.nextHopProtocol : '';
  });

/** @returns `opened`, or how it was closed. */
export async function openWebSocket(page: Page, url: string): Promise<string> {
  const reason = reasonsOf(page);
  const state = await page.evaluate(
    ([url, limit]) =>
      new Promise<string>((resolve, reject) => {
        const socket = new WebSocket(url);
        socket.onopen = () => resolve('opened');
        socket.onclose = ({ code }) => resolve(`closed with code ${code}`);
        setTimeout(() => reject(new Error('no answer in time')), limit);
      }),
    [url, LIMIT_MS] as const,
  );
  return state === 'opened' ? state : `${state}, ${reason()}`;
}

/** A browser hides from a page why something failed, and tells its console. */
export function reasonsOf(page: Page): () => string {
  const reasons: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') reasons.push(netError(message.text()));
  });
  return () => reasons.join(', ');
}

export interface RunningCaddy {
  readonly host: string;
  /** The protocol between client and Caddy of each WebSocket that was opened. */
  readonly webSockets: readonly string[];
}

/** Starts Caddy with all protocols on one port, in front of an empty page and a silent WebSocket. */
export async function startAllProtocols(
  { folder, started }: Lab,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningCaddy> {
  const { certificate, proxies } = tools;
  const program = proxies['caddy'];
  if (!certificate || !program) throw new Error('no Caddy, or no certificate');
  const webSockets: string[] = [];
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>test</title>');
  });
  const upgrades = new WebSocketServer({ server });
  upgrades.on('connection', (socket, request) => {
    socket.on('error', () => {});
    webSockets.push(String(request.headers[CLIENT_PROTOCOL_HEADER]));
  });
  const socket = join(folder, 'upstream.sock');
  await once(server.listen(socket), 'listening');
  started.defer(async () => {
    for (const client of upgrades.clients) client.terminate();
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  });
  // Who may enter the folder may connect.
  await chmod(socket, 0o666);
  const port = await freePort(LOCALHOST.address);
  const host = `${LOCALHOST.address}:${port}`;
  const { cert, key } = await lendCertificate(certificate, started);
  started.use(
    await startCaddy(program, {
      name: 'Caddy of a feasibility test',
      logPath: join(folder, 'caddy.log'),
      place: LOCALHOST,
      caddyfile: {
        path: join(import.meta.dirname, 'all-protocols.Caddyfile'),
        environment: {
          HOLBENCH_HOST: LOCALHOST.address,
          HOLBENCH_PORT: String(port),
          HOLBENCH_CERT: cert,
          HOLBENCH_KEY: key,
          HOLBENCH_SOCKET: socket,
          ...environment,
        },
      },
      check: { origin: `https://${host}`, protocol: 'h3', variant: '' },
    }),
  );
  return { host, webSockets };
}

import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import '@holbench/scenarios/port/holbench-page';
import { DEFAULT_SERVER_FACTORS, ServerFactors } from '@holbench/core/server/factors';
import type { ServerSummary } from '@holbench/core/server/summary';
import { launchBrowser, quicHosts, type RunningBrowser } from '@holbench/harness/browser';
import { startVariant, type RunningVariant } from '@holbench/harness/start-variant';
import type { Tools } from '@holbench/harness/tools';
import type { FactorValue } from '@holbench/factors/factor';
import { HttpClient } from '@holbench/raw-clients/http-client';
import { openRawClient } from '@holbench/raw-clients/open-client';
import { pageConnection } from '@holbench/test-clients/page';
import type { RawClient } from '@holbench/raw-clients/raw-client';
import { isOverQuic } from '@holbench/variants/protocols';
import type { LabVariant } from '@holbench/variants/registry';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { idWithFile } from './page-operations.ts';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

/** Big enough for a reader that stops to be noticed: 8 MiB do not fit into what kernels buffer. */
export const FILE_BYTES = 8 * 1024 * 1024;

export type RssBytes = Readonly<Record<RunningVariant['processes'][number]['name'], number>>;

/** Of processes with their children: nginx's do its work. */
export async function rssBytesOf({ processes }: RunningVariant): Promise<RssBytes> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,rss=']);
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const kilobytesOf = (pid: number): number =>
    all.reduce((sum, [own, parent, kilobytes = 0]) => {
      if (own === pid) return sum + kilobytes;
      return parent === pid && own !== undefined ? sum + kilobytesOf(own) : sum;
    }, 0);
  const rss = { server: 0, proxy: 0 };
  for (const { name, pid } of processes) rss[name] = kilobytesOf(pid) * 1024;
  return rss;
}

/** One variant with its server and a real Chromium, for the time of its tests. */
export class LabUnderTest {
  readonly variant: LabVariant;
  readonly factors: ServerFactors;
  readonly #asShipped: boolean;
  readonly #tools: Tools;
  readonly logFolder: string;
  #server: RunningVariant | null = null;
  #browser: RunningBrowser | null = null;
  #pages: Page[] = [];
  #knownId = '';
  /** Transfers that the tests so far have broken: what the server must have counted. */
  brokenTransfers = 0;
  /** Events that the tests so far have had a subscriber miss, at least. */
  droppedEvents = 0;

  /**
   * @param changes factors that are not the default, by key.
   * @param suite whose logs are beside those of others.
   */
  constructor(
    variant: LabVariant,
    tools: Tools,
    changes: Readonly<Record<string, FactorValue>> = {},
    suite = 'conformance',
  ) {
    this.variant = variant;
    const { proxyBuffering = 'advised', ...ofServer } = changes;
    this.#asShipped = proxyBuffering === 'as-shipped';
    this.factors = v.parse(ServerFactors, { ...DEFAULT_SERVER_FACTORS, ...ofServer });
    this.#tools = tools;
    const factors = Object.values(changes).map((value) => `-${value}`);
    const folder = `${variant.id}${factors.join('')}`;
    this.logFolder = join(tools.root, 'test-results', suite, folder);
  }

  /** Registers what starts it before the tests, and what must hold after each of them. */
  startAndStop(): void {
    beforeAll(() => this.#start());
    afterEach(async () => {
      if (this.#server) await this.expectAlive();
    });
    afterAll(async () => {
      await this.#browser?.[Symbol.asyncDispose]();
      await this.stop();
    });
  }

  get origin(): string {
    return this.#running().origin;
  }

  get port(): number {
    return this.#running().port;
  }

  /** The page of one user; each has its own context and so its own connections. */
  page(user: 0 | 1 | 2): Page {
    const page = this.#pages[user];
    if (!page) throw new Error('the browser has not started');
    return page;
  }

  /**
   * A fourth user, who may do what is not to be done to the others; the caller closes it.
   * @param query more of the address, such as `?priority=files-low`.
   */
  async openPage(query = `?variant=${this.variant.id}`): Promise<Page> {
    if (!this.#browser) throw new Error('the browser has not started');
    const context = await this.#browser.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${this.origin}/${query}`);
    await page.evaluate(() => window.holbench.ready);
    return page;
  }

  /** A user without the page's transport; over QUIC by single requests of a page. */
  async rawClient(): Promise<RawClient> {
    const { protocol } = this.variant;
    if (isOverQuic(protocol)) {
      const page = await this.openPage();
      if (protocol === 'webtransport') await page.evaluate(fetchByStreams);
      return new HttpClient(pageConnection(page));
    }
    return openRawClient(protocol, this.origin, { connections: Number.POSITIVE_INFINITY });
  }

  /**
   * Visits the server with a browser of its own, which then ends.
   * @param visit once the page's transport is connected.
   * @returns the path of its net log.
   */
  async netLogOfVisit(visit: (page: Page) => Promise<void> = async () => {}): Promise<string> {
    const path = join(this.logFolder, 'net-log.json');
    await using running = await launchBrowser({
      tools: this.#tools,
      forceQuic: quicHosts(this.variant, this.origin),
      logFolder: this.logFolder,
      netLog: path,
    });
    const page = await running.browser.newPage({ ignoreHTTPSErrors: true });
    await page.goto(this.origin);
    await page.evaluate(async () => void (await window.holbench.transport()));
    await visit(page);
    return path;
  }

  /** The server process, and with it another connection, is unharmed. */
  async expectAlive(): Promise<void> {
    const answers = await this.page(1).evaluate(async (id) => {
      const transport = await window.holbench.transport();
      const signal = AbortSignal.timeout(5_000);
      const [{ value }, { status }] = await Promise.all([
        transport.load(id, signal),
        fetch('/healthz', { signal }),
      ]);
      return [value.id, status];
    }, this.#knownId);
    expect(answers).toEqual([this.#knownId, 200]);
    expect(() => process.kill(this.serverPid, 0)).not.toThrow();
  }

  get serverPid(): number {
    const server = this.#running().processes.find(({ name }) => name === 'server');
    if (!server) throw new Error('there is no server process');
    return server.pid;
  }

  /** Resident set size now of the server, and of the proxy or 0. `ps` says it in KiB on Linux and macOS alike. */
  rssBytes(): Promise<RssBytes> {
    return rssBytesOf(this.#running());
  }

  /** Names of the files in the server's folder of uploads, complete or not. */
  async uploadedFiles(): Promise<string[]> {
    const uploads = join(this.#tools.root, 'data/uploads');
    const [folder, another] = (await readdir(uploads)).filter((name) =>
      name.endsWith(`-${this.serverPid}`),
    );
    if (!folder || another) throw new Error(`no single folder of this server in ${uploads}`);
    return readdir(join(uploads, folder));
  }

  /**
   * What its processes hold now; null where the kernel has no /proc. `connections` are by TCP, of clients: those of
   * the page, too.
   */
  async held(): Promise<{ connections: number; descriptors: number } | null> {
    if (process.platform !== 'linux') return null;
    const tables = await Promise.all(
      ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'latin1')),
    );
    const connections = tables
      .flatMap((table) => table.split('\n'))
      .filter((line) => isHeld(line, this.port));
    const folders = this.#running().processes.map(({ pid }) => readdir(`/proc/${pid}/fd`));
    const descriptors = (await Promise.all(folders)).reduce((sum, { length }) => sum + length, 0);
    return { connections: connections.length, descriptors };
  }

  /** The errors that the server has logged. */
  async loggedErrors(): Promise<string[]> {
    const log = join(this.logFolder, `${this.variant.id}-server.log`);
    const lines = (await readFile(log, 'utf8')).split('\n');
    return lines.filter((line) => line.includes('"level":"error"'));
  }

  /** Ends the server. @returns its own account of what it did. */
  async stop(): Promise<ServerSummary | null> {
    const summary = (await this.#server?.stop()) ?? null;
    this.#server = null;
    return summary;
  }

  async #start(): Promise<void> {
    // What an earlier run has logged is not this one's.
    await rm(this.logFolder, { recursive: true, force: true });
    this.#server = await startVariant(this.variant, {
      tools: this.#tools,
      fileBytes: FILE_BYTES,
      logFolder: this.logFolder,
      factors: this.factors,
      ...(this.#asShipped && { proxyBuffering: 'as-shipped' }),
    });
    const forceQuic = quicHosts(this.variant, this.origin);
    this.#browser = await launchBrowser({
      tools: this.#tools,
      forceQuic,
      logFolder: this.logFolder,
    });
    this.#pages = await Promise.all([this.openPage(), this.openPage(), this.openPage()]);
    this.#knownId = await idWithFile(this.page(0), 0);
  }

  #running(): RunningVariant {
    if (!this.#server) throw new Error('the server is not running');
    return this.#server;
  }
}

const LISTENING = '0A';

/** Whether a line of /proc/net/tcp, proc_net_tcp(5), is a connection to this port that a process still holds. */
function isHeld(line: string, port: number): boolean {
  const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
  const [, localPort = ''] = local.split(':');
  return Number.parseInt(localPort, 16) === port && state !== LISTENING && inode !== '0';
}

/** In the page: has `fetch` make requests as the page's transport does. */
function fetchByStreams(): void {
  const { holbench } = window;
  window.fetch = (path, init = {}) => holbench.fetch(new Request(path).url, init);
}

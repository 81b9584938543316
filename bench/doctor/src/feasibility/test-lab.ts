import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { caddyProxy } from '@holbench/caddy/caddyfile';
import { LOCALHOST } from '@holbench/process/network-side';
import { type TemporaryFolder, temporaryFolder } from '@holbench/process/temporary-folder';
import { letRead } from '@holbench/process/unprivileged';
import { ManagedProcess } from '@holbench/process/managed-process';
import { repeatCheck } from '@holbench/process/wait-until-ready';
import { type BrowserOptions, launchBrowser, type RunningBrowser } from '@holbench/harness/browser';
import { type Certificate, lendCertificate } from '@holbench/harness/certificate';
import { freePort } from '@holbench/harness/port';
import { startCaddy } from '@holbench/harness/proxies/caddy';
import type { Tools } from '@holbench/harness/tools';
import type { Page } from 'playwright-core';
import { errorsOf, open } from './page-scripts.ts';
import { startUpstream, type Upstream } from './upstream.ts';

/** Of Caddy: a test reaches neither. */
const LIMITS = { proxyRequests: 1_280, proxyStallMs: 300_000 };

/** A script in its own Node process, and its first output. */
export interface Script {
  readonly process: ManagedProcess;
  /** Its first line of JSON; null when it ended without one. */
  readonly said: unknown;
  /** How it ended and its error line; empty while it runs. */
  readonly end: string;
}

export interface ScriptOptions {
  readonly node: string;
  /** For Node itself, before the script. */
  readonly flags: readonly string[];
  /** JavaScript; when it is ready it writes one line of JSON. */
  readonly script: string;
  /** `process.argv` from 1 on. */
  readonly args: readonly string[];
  readonly cwd?: string;
}

/** A Caddy with HTTP/1.1, HTTP/2 and HTTP/3 on one port, in front of an `Upstream`. */
export interface RunningCaddy {
  readonly host: string;
  readonly upstream: Upstream;
}

export interface OpenedPage extends RunningCaddy {
  readonly page: Page;
  /** Errors in the page's console so far. */
  readonly errors: () => string;
  /** Ends the browser, which completes its net log. @returns the path of the log. */
  readonly netLog: () => Promise<string>;
}

/** The processes of one test. They end with this object, whatever state the test is in. */
export class TestLab implements AsyncDisposable {
  readonly tools: Tools;
  /** Of logs and certificates; removed in the end. */
  readonly folder: string;
  readonly #resources = new AsyncDisposableStack();

  private constructor(tools: Tools, folder: TemporaryFolder) {
    this.tools = tools;
    this.folder = folder.path;
    this.#resources.use(folder);
  }

  static async open(tools: Tools): Promise<TestLab> {
    const folder = await temporaryFolder('feasibility');
    await letRead(folder.path);
    return new TestLab(tools, folder);
  }

  get certificate(): Certificate {
    if (!this.tools.certificate) throw new Error('no valid certificate in certs/');
    return this.tools.certificate;
  }

  /** Ends the resource together with this object, at once if this object has ended meanwhile. */
  async keep<Resource extends AsyncDisposable>(starting: Promise<Resource>): Promise<Resource> {
    const resource = await starting;
    if (!this.#resources.disposed) return this.#resources.use(resource);
    await resource[Symbol.asyncDispose]();
    throw new Error('this test has ended');
  }

  /** Starts a script and waits for output or its end. @throws Error when neither comes. */
  async script({ node, flags, script, args, cwd }: ScriptOptions): Promise<Script> {
    const process = await this.keep(
      ManagedProcess.start({
        name: 'script of a feasibility test',
        command: node,
        args: [...flags, '--eval', script, ...args],
        logPath: join(this.folder, 'script.log'),
        ...(cwd === undefined ? {} : { cwd }),
      }),
    );
    const result = await repeatCheck(async () => {
      // First, so that output before the end is not missed.
      const { ending } = process;
      const line = process.log.lines().find((each) => each.startsWith('{'));
      if (line !== undefined) return { process, said: JSON.parse(line), end: '' };
      if (ending === null) return null;
      return { process, said: null, end: `${ending}: ${process.log.errorLine()}` };
    });
    if (result !== null) return result;
    throw new Error(`it said nothing in time: ${process.log.errorLine()}`);
  }

  async caddy(environment: Readonly<Record<string, string>> = {}): Promise<RunningCaddy> {
    const { tools, folder, certificate } = this;
    const program = tools.proxies['caddy'];
    if (!program) throw new Error('no Caddy found');
    const socket = join(folder, 'upstream.sock');
    const upstream = await this.keep(startUpstream(socket));
    // Who may enter the folder may connect.
    await chmod(socket, 0o666);
    const port = await freePort(LOCALHOST.address);
    const host = `${LOCALHOST.address}:${port}`;
    const lent = await lendCertificate(certificate, this.#resources);
    const listener = { host: LOCALHOST.address, port, ...lent };
    const { path, environment: values } = caddyProxy(listener, 'all', socket, LIMITS);
    await this.keep(
      startCaddy(program, {
        name: 'Caddy of a feasibility test',
        logPath: join(folder, 'caddy.log'),
        place: LOCALHOST,
        caddyfile: { path, environment: { ...values, ...environment } },
        check: { origin: `https://${host}`, protocol: 'h3', variant: '' },
      }),
    );
    return { host, upstream };
  }

  async browser(options: Omit<BrowserOptions, 'tools'>): Promise<RunningBrowser> {
    return this.keep(
      launchBrowser({ ...options, tools: this.tools, logFolder: join(this.folder, 'browser') }),
    );
  }

  /**
   * Opens the page of a new Caddy in a new browser.
   * @param options whether the browser must speak QUIC; environment variables of Caddy.
   * @throws Error with the browser's message when the page does not open.
   */
  async openPage({
    quic,
    environment = {},
  }: {
    readonly quic: boolean;
    readonly environment?: Readonly<Record<string, string>>;
  }): Promise<OpenedPage> {
    const caddy = await this.caddy(environment);
    const netLog = join(this.folder, 'net-log.json');
    const running = await this.browser({
      forceQuic: quic ? [caddy.host] : [],
      netLog,
    });
    const page = await running.browser.newPage();
    const errors = errorsOf(page);
    const failure = await open(page, `https://${caddy.host}/`);
    if (failure !== null) throw new Error(failure);
    const complete = async (): Promise<string> => {
      await running[Symbol.asyncDispose]();
      return netLog;
    };
    return { ...caddy, page, errors, netLog: complete };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }
}

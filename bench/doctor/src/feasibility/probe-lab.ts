import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { feasibilityProxy } from '@holbench/caddy/caddyfile';
import { LOCALHOST } from '@holbench/process/network-side';
import { ManagedProcess } from '@holbench/process/managed-process';
import { type BrowserOptions, launchBrowser, type RunningBrowser } from '@holbench/harness/browser';
import type { Certificate } from '@holbench/harness/certificate';
import { freePort } from '@holbench/harness/port';
import { startCaddy } from '@holbench/harness/start-caddy';
import type { Tools } from '@holbench/harness/tools';
import { startUpstream, type Upstream } from './upstream.ts';

/** How often a script's output is looked at, and for how long at most, in milliseconds. */
const INTERVAL_MS = 20;
const SCRIPT_TIMEOUT_MS = 10_000;

/** A script in a Node of its own, and what it said first. */
export interface Script {
  readonly process: ManagedProcess;
  /** Its first line of JSON; null when it ended without. */
  readonly said: unknown;
  /** How it ended and what it complained of; empty while it runs. */
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

/** What one probe starts. It ends with this, whatever state the probe is in. */
export class ProbeLab implements AsyncDisposable {
  readonly tools: Tools;
  /** Of logs and certificates; removed in the end. */
  readonly folder: string;
  readonly #resources = new AsyncDisposableStack();

  private constructor(tools: Tools, folder: string) {
    this.tools = tools;
    this.folder = folder;
    this.#resources.defer(() => rm(folder, { recursive: true, force: true }));
  }

  static async open(tools: Tools): Promise<ProbeLab> {
    return new ProbeLab(tools, await mkdtemp(join(tmpdir(), 'holbench-feasibility-')));
  }

  get certificate(): Certificate {
    if (!this.tools.certificate) throw new Error('no valid certificate in certs/');
    return this.tools.certificate;
  }

  /** Ends what is started when this ends; at once where that has happened meanwhile. */
  async keep<Resource extends AsyncDisposable>(starting: Promise<Resource>): Promise<Resource> {
    const resource = await starting;
    if (!this.#resources.disposed) return this.#resources.use(resource);
    await resource[Symbol.asyncDispose]();
    throw new Error('this probe has ended');
  }

  /** Starts a script and waits until it says something, or ends. @throws Error when neither comes. */
  async script({ node, flags, script, args, cwd }: ScriptOptions): Promise<Script> {
    const process = await this.keep(
      ManagedProcess.start({
        name: 'script of a feasibility probe',
        command: node,
        args: [...flags, '--eval', script, ...args],
        logPath: join(this.folder, 'script.log'),
        ...(cwd === undefined ? {} : { cwd }),
      }),
    );
    const deadline = performance.now() + SCRIPT_TIMEOUT_MS;
    while (performance.now() < deadline) {
      // First, so that what it said before its end is not missed.
      const { ending } = process;
      const line = process.log.lines().find((each) => each.startsWith('{'));
      if (line !== undefined) return { process, said: JSON.parse(line) as unknown, end: '' };
      if (ending !== null) {
        return { process, said: null, end: `${ending}: ${process.log.errorLine()}` };
      }
      await Promise.race([process.ended, delay(INTERVAL_MS)]);
    }
    throw new Error(`nothing in ${SCRIPT_TIMEOUT_MS / 1_000} s after: ${process.log.errorLine()}`);
  }

  /** Caddy with HTTP/1.1, HTTP/2 and HTTP/3 on one port, in front of an `Upstream`. */
  async caddy(
    environment: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly host: string; readonly upstream: Upstream }> {
    const { tools, folder, certificate } = this;
    if (!tools.caddy) throw new Error('no Caddy found');
    const upstream = await this.keep(startUpstream());
    const port = await freePort(LOCALHOST.address);
    const listener = { host: LOCALHOST.address, port, ...certificate };
    const { path, environment: values } = feasibilityProxy(listener, upstream.host);
    const caddyfile = { path, environment: { ...values, ...environment } };
    const logPath = join(folder, 'caddy.log');
    await this.keep(
      startCaddy(tools.caddy, {
        name: 'Caddy of a probe',
        logPath,
        place: LOCALHOST,
        port,
        caddyfile,
      }),
    );
    return { host: `${LOCALHOST.address}:${port}`, upstream };
  }

  async browser(options: Omit<BrowserOptions, 'tools'>): Promise<RunningBrowser> {
    return this.keep(
      launchBrowser({ ...options, tools: this.tools, logFolder: join(this.folder, 'browser') }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }
}

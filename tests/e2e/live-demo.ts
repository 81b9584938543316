import { once } from 'node:events';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { launchBrowser } from '@holbench/harness/browser';
import { findTools } from '@holbench/harness/tools';
import { variant as variantOf } from '@holbench/variants/registry';
import type { Page } from '@playwright/test';

export const LANES = ['node-ws', 'node-http1', 'node-http2', 'caddy-http3'] as const;

const PORT = '8469';
const tools = await findTools();

/** A running `pnpm demo`, and all that it has said. */
export class LiveDemo implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  #said = '';

  /** @param more environment variables beside this process's. */
  constructor(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
    // No window is opened beside the tests.
    const env = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', ...more };
    const main = join(tools.root, 'demo/src/main.ts');
    this.#process = spawn(process.execPath, [main, '--port', PORT, ...args], { env });
    for (const output of [this.#process.stdout, this.#process.stderr]) {
      output?.on('data', (text: Buffer) => (this.#said += text.toString()));
    }
    this.#ended = once(this.#process, 'close');
  }

  /** Resolves with all that it has said when that fits. @throws Error when it ends before. */
  async says(what: RegExp): Promise<string> {
    const ended = this.#ended.then(() => true);
    while (!what.test(this.#said)) {
      const isOver = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50))]);
      if (isOver === true && !what.test(this.#said)) throw new Error(`it ended: ${this.#said}`);
    }
    return this.#said;
  }

  async end(): Promise<string> {
    await this.#ended;
    return this.#said;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill('SIGINT');
    await this.#ended;
  }
}

/** A demo over loopback. */
export function loopbackDemo(): LiveDemo {
  return new LiveDemo(['--network', 'loopback', '--variants', LANES.join(), '--file-size', '1MiB']);
}

/** Opens the page of a demo with a browser that speaks QUIC to its HTTP/3. */
export async function openPage(demo: LiveDemo) {
  const said = await demo.says(/Ctrl-C/);
  const logFolder = join(tools.root, 'test-results/e2e-logs/demo-live');
  const forceQuic = [`127.0.0.1:${variantOf('caddy-http3').port}`];
  const running = await launchBrowser({ tools, forceQuic, logFolder });
  // Axe opens a page beside it, in the same context.
  const context = await running.browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(/https:\S+\//.exec(said)?.[0] ?? '');
  return { page, complaints, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
}

/** What the page says of the race. */
export const act = (page: Page) => page.locator('#act');
export const start = (page: Page) => page.getByRole('button', { name: 'Start' }).click();

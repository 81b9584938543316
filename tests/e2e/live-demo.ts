import { once } from 'node:events';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { launchBrowser } from '@holbench/harness/browser';
import { findTools } from '@holbench/harness/tools';
import type { Page } from '@playwright/test';

const PORT = '8469';
const tools = await findTools();

/** A running `pnpm demo`, and all that it has said. */
export class LiveDemo implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  #said = '';

  constructor(args: readonly string[]) {
    // No window is opened beside the tests.
    const env = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' };
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

/** Opens the page of a demo. */
export async function openPage(demo: LiveDemo) {
  const said = await demo.says(/Ctrl-C/);
  const logFolder = join(tools.root, 'test-results/e2e-logs/demo-live');
  const running = await launchBrowser({ tools, forceQuic: [], logFolder });
  // Axe opens a page beside it, in the same context.
  const context = await running.browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(/http:\S+/.exec(said)?.[0] ?? '');
  return { page, complaints, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
}

/** What the page says of the race. */
export const act = (page: Page) => page.locator('#act');

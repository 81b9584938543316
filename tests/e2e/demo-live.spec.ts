import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, type Page, test } from '@playwright/test';
import { launchBrowser } from '@holbench/harness/browser';
import { findTools, type Tools } from '@holbench/harness/tools';
import { variant as variantOf } from '@holbench/variants/registry';
import { seriousViolations } from './accessibility.ts';

const LANES = ['node-ws', 'node-http1', 'node-http2', 'caddy-http3'] as const;
const PORT = '8469';
const IS_ROOT = process.getuid?.() === 0 && process.platform === 'linux';

const tools = await findTools();

/** A demo, until its end is waited for. */
function startDemo({ root }: Tools, ...args: readonly string[]) {
  const env = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' };
  const main = join(root, 'demo/src/main.ts');
  return spawn(process.execPath, [main, '--port', PORT, ...args], { env });
}

/** Opens the page of a demo over loopback, with a browser that speaks QUIC to its HTTP/3. */
async function withPage(
  run: (page: Page, complaints: string[], demo: ReturnType<typeof startDemo>) => Promise<void>,
): Promise<void> {
  const demo = startDemo(
    tools,
    '--networks',
    'loopback',
    '--variants',
    LANES.join(),
    '--file-size',
    '1MiB',
  );
  const ended = once(demo, 'exit');
  try {
    let said = '';
    while (!said.includes('Ctrl-C')) said += String((await once(demo.stdout, 'data'))[0]);
    const address = /https:\S+\//.exec(said)?.[0] ?? '';
    const logFolder = join(tools.root, 'test-results/e2e-logs/demo-live');
    const forceQuic = [`127.0.0.1:${variantOf('caddy-http3').port}`];
    await using running = await launchBrowser({ tools, forceQuic, logFolder });
    const context = await running.browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(address);
    await run(page, complaints, demo);
  } finally {
    demo.kill('SIGINT');
    await ended;
  }
}

test('each lane connects in a frame, proves its protocol and shows its messages', async () => {
  test.skip(tools.chromium === null, 'no Chromium was found');
  test.setTimeout(90_000);
  await withPage(async (page, complaints) => {
    await expect(page.locator('#answer > .live-ready')).toHaveCount(LANES.length);
    const frames = page.frames().slice(1);
    const isolated = frames.map((frame) => frame.evaluate(() => crossOriginIsolated));
    expect(await Promise.all(isolated)).toEqual(LANES.map(() => true));

    await page.getByLabel('Lanes').selectOption('at once');
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.locator('#act')).toContainText('a big download is under way');
    for (const lane of await page.locator('.lane').all()) {
      await expect(lane.locator('summary')).toHaveText(/, proven$/);
      await expect(lane.locator('.added')).toHaveText(/[+−][\d.]+ m?s$/);
    }
    await expect(page.locator('.lane').first()).toContainText(/transfer[\d.]+ [KMG]iB/);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.locator('#act')).toHaveText('stopped');
    await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
    expect(await seriousViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test('another origin may not frame a lane', async () => {
  test.skip(tools.chromium === null, 'no Chromium was found');
  await withPage(async (page) => {
    const origin = `https://127.0.0.1:${variantOf('node-http1').port}`;
    const foreign = `${origin}/lane/index.html?variant=node-http1&demo=https://127.0.0.1:1`;
    const response = await page.request.get(foreign);
    expect(response.headers()['content-security-policy']).toMatch(
      new RegExp(`frame-ancestors https://127\\.0\\.0\\.1:${PORT}$`),
    );
  });
});

test('the network is changed from the page, certified, and the demo opens again', async () => {
  test.skip(!IS_ROOT || tools.chromium === null, 'only root makes networks, of Linux');
  test.setTimeout(120_000);
  await withPage(async (page, _, demo) => {
    await page.getByRole('combobox', { name: 'Network' }).selectOption('ideal');
    await expect(page.locator('#act')).toContainText('ideal is made and certified');
    const said: string[] = [];
    for await (const line of createInterface({ input: demo.stdout })) {
      said.push(line);
      if (line.includes('Ctrl-C')) break;
    }
    expect(said.join('\n')).toMatch(/changing to ideal\n(.*configured.*\n)+.*https:\/\/10\./);
  });
});

test('over 4g messages over a WebSocket are delayed more than over HTTP/3', async () => {
  test.skip(!IS_ROOT || tools.chromium === null, 'only root makes networks, of Linux');
  test.setTimeout(180_000);
  const folder = await mkdtemp(join(tmpdir(), 'holbench-e2e-live-'));
  try {
    const picture = join(folder, 'race.png');
    const variants = ['--variants', 'node-ws,caddy-http3'];
    const demo = startDemo(tools, '--networks', '4g', ...variants, '--screenshot', picture);
    let said = '';
    demo.stdout.on('data', (text: Buffer) => (said += text.toString()));
    demo.stderr.on('data', (text: Buffer) => (said += text.toString()));
    await once(demo, 'exit');
    expect(said).toMatch(/round trip: .*configured/);
    const added = (name: string) => {
      const text = new RegExp(`${name}: (?:≥ )?\\+([\\d.]+) (m?s)`).exec(said) ?? [];
      return Number(text[1]) * (text[2] === 's' ? 1_000 : 1);
    };
    expect(added('node-ws'), said).toBeGreaterThan(added('caddy-http3'));
    expect((await stat(picture)).size).toBeGreaterThan(10_000);
  } finally {
    await rm(folder, { recursive: true });
  }
});

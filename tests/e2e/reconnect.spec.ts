import { join } from 'node:path';
import '@holbench/scenarios/port/holbench-page';
import { launchBrowser, quicHosts } from '@holbench/harness/browser';
import { startVariant, type RunningVariant } from '@holbench/harness/start-variant';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { expect } from '@playwright/test';
import { test } from './lab.ts';

/** Two starts, and the waits of EventSource (3 s in Chromium) and of the page's back-off. */
const DEADLINE_MS = 40_000;

test('a subscriber finds its server again, and loses nothing of what comes then', async ({
  tools,
  variant,
}, { project }) => {
  test.setTimeout(DEADLINE_MS + 20_000);
  const reason = whyUnsupported(variant, tools);
  test.skip(reason !== null, `${variant.id}: ${reason}`);
  const logFolder = join(tools.root, 'test-results', 'e2e-logs', `${project.name}-reconnect`);
  const start = (port?: number): Promise<RunningVariant> =>
    startVariant(variant, { tools, fileBytes: 1024 * 1024, logFolder, ...(port ? { port } : {}) });

  const first = await start();
  await using stack = new AsyncDisposableStack();
  stack.use(first);
  const forceQuic = quicHosts(variant, first.origin);
  const { browser } = stack.use(await launchBrowser({ tools, forceQuic, logFolder }));
  const open = async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(first.origin);
    await page.evaluate(() => window.holbench.ready);
    return page;
  };

  const subscriber = await open();
  await subscriber.evaluate(async () => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const transport = await window.holbench.transport();
    const { value } = await transport.list(AbortSignal.timeout(5_000));
    const watched = value[0]?.id ?? '';
    const onEvent = ({ mutation }: { mutation: { title?: string | undefined } }) =>
      seen.push(mutation.title ?? '');
    await transport.subscribe(watched, onEvent, new AbortController().signal);
    await transport.mutate(watched, { title: 'before' }, AbortSignal.timeout(5_000));
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test's own global
  const seen = () => subscriber.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await expect.poll(seen).toEqual(['before']);

  await first.stop();
  stack.use(await start(first.port));
  const producer = await open();
  // Until the subscriber is back nobody hears these; from then on every one must arrive.
  const mutate = (title: string) =>
    producer.evaluate(async (title) => {
      const transport = await window.holbench.transport();
      const { value } = await transport.list(AbortSignal.timeout(5_000));
      await transport.mutate(value[0]?.id ?? '', { title }, AbortSignal.timeout(5_000));
    }, title);
  let sent = 0;
  await expect
    .poll(async () => (await mutate(`after ${sent++}`), (await seen()).length), {
      timeout: DEADLINE_MS,
    })
    .toBeGreaterThan(1);
  const heardFrom = Number((await seen())[1]?.slice('after '.length));
  await mutate('last');
  const expected = ['before'];
  for (let number = heardFrom; number < sent; number += 1) expected.push(`after ${number}`);
  await expect.poll(seen).toEqual([...expected, 'last']);
});

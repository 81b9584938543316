import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { page as setUpPage } from '@holbench/scenarios/connect/page';
import { callerOf } from '@holbench/scenarios/port/call-page';
import { launchBrowser, quicHosts } from '@holbench/harness/browser';
import { startVariant } from '@holbench/harness/start-variant';
import { findTools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { noneBackend } from '@holbench/netem/backends/none';
import { PLAIN_PROFILE } from '@holbench/netem/backends/plain-profile';
import { shellWord } from '@holbench/process/shell-word';
import { VARIANTS } from '@holbench/variants/registry';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countConnections } from './network/count-connections.ts';
import { closeConnections } from '@holbench/scenarios/connect/close-connections';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';

type SetUpFunctions = ReturnType<typeof setUpPage>;

const tools = await findTools();
const unavailable = await noneBackend.whyUnavailable();
const skipped = unavailable === null ? '' : ` (skipped: ${unavailable})`;
const runnable = VARIANTS.filter((candidate) => !whyUnsupported(candidate, tools));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-close-'));
});
afterEach(() => rm(folder, { recursive: true }));

test.skipIf(unavailable).each(runnable)(
  `a browser that returns to $id resumes its session${skipped}`,
  async (variant) => {
    await using link = await noneBackend.start({
      profile: PLAIN_PROFILE,
      seed: 1,
      tcp: { ...DEFAULT_TCP, congestionControl: 'reno' },
      logFolder: folder,
    });
    const { client } = link;
    await using server = await startVariant(variant, {
      tools,
      fileBytes: 100 * 1024,
      logFolder: folder,
      place: link.server,
    });
    const forceQuic = quicHosts(variant, server.origin);
    const logging = await loggingTools();
    {
      await using running = await launchBrowser({
        tools: logging,
        forceQuic,
        logFolder: folder,
        place: client,
      });
      const context = await running.browser.newContext();
      for (const returning of [false, true]) {
        const page = await context.newPage();
        await page.goto(`${server.origin}/?variant=${variant.id}`);
        const spec = { user: 0, returning };
        const measured = await callerOf<SetUpFunctions>(page, 'connect')('setUp', spec);
        expect(measured.map(({ outcome }) => outcome.status)).toEqual(['ok', 'ok']);
        expect(await countConnections(client)).not.toEqual({ tcp: 0, udp: 0 });
        expect(
          await closeConnections({ countConnections: () => countConnections(client) }, page),
        ).toBe(true);
        expect(await countConnections(client)).toEqual({ tcp: 0, udp: 0 });
      }
    }
    const handshakes = await readHandshakes();
    if (variant.protocol === 'h3') {
      expect(handshakes).toEqual(['NotAttempted', 'AttemptedAndSucceeded']);
    } else if (variant.protocol === 'h2') {
      expect(handshakes).toEqual(['new', 'resumed']);
    } else {
      // Each of several connections: those beyond the first resume its session even on the first visit.
      expect(handshakes.at(0)).toBe('new');
      expect(handshakes.slice(1)).toContain('resumed');
    }
  },
);

/** The same with a Chromium that writes down what its network does, when it has ended. */
async function loggingTools(): Promise<typeof tools> {
  if (!tools.chromium) throw new Error('no Chromium');
  const path = join(folder, 'chromium-that-logs');
  const command = [tools.chromium.path, `--log-net-log=${join(folder, 'net-log.json')}`];
  await writeFile(path, `#!/bin/sh\nexec ${command.map(shellWord).join(' ')} "$@"\n`);
  await chmod(path, 0o755);
  return { ...tools, chromium: { ...tools.chromium, path } };
}

interface NetLog {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> };
  readonly events: readonly {
    readonly type: number;
    readonly params?: { readonly is_resumed?: boolean; readonly state?: string };
  }[];
}

/** How each connection to the server began: TLS over TCP new or resumed, QUIC's state of 0-RTT. */
async function readHandshakes(): Promise<string[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Chromium's own; the test fails without a field
  const { constants, events } = JSON.parse(
    await readFile(join(folder, 'net-log.json'), 'utf8'),
  ) as NetLog;
  const { SSL_CONNECT: tls, QUIC_SESSION_ZERO_RTT_STATE: quic } = constants.logEventTypes;
  return events.flatMap(({ type, params }) => {
    if (type === quic && params?.state !== undefined) return [params.state];
    if (type !== tls || params?.is_resumed === undefined) return [];
    return [params.is_resumed ? 'resumed' : 'new'];
  });
}

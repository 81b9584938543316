import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { isRunning } from '@holbench/process/is-running';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rattanBackend } from './backends/rattan.ts';
import { noneBackend } from './backends/none.ts';
import { PLAIN_PROFILE } from './backends/plain-profile.ts';
import { removeLeftovers } from './clean.ts';
import { namespaceNames } from './topology/namespaces.ts';
import { DEFAULT_TCP } from './tcp-options.ts';

/** What `owner` prints. */
const Started = v.tuple([v.string(), v.string(), v.nullable(v.number())]);

const BACKENDS = { none: noneBackend, rattan: rattanBackend };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-clean-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A process that starts a link, says where, and goes on until it is ended. */
async function owner(backend: 'none' | 'rattan') {
  const module = new URL(`backends/${backend}.ts`, import.meta.url).href;
  const options = {
    profile: PLAIN_PROFILE,
    seed: 1,
    tcp: { ...DEFAULT_TCP, congestionControl: 'reno' },
    logFolder: join(folder, backend),
  };
  const script = `
    const { ${backend}Backend: backend } = await import(${JSON.stringify(module)});
    const link = await backend.start(${JSON.stringify(options)});
    console.log(JSON.stringify([link.client.netns, link.server.netns, link.emulatorPid]));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line]: unknown[] = await once(createInterface(child.stdout), 'line');
  const [client, server, emulatorPid] = v.parse(Started, JSON.parse(String(line)));
  const names = [basename(client), basename(server)];
  const link = basename(client, '-client');
  return { child, ended, link, server: basename(server), names, emulatorPid };
}

/** A process inside a namespace, such as a server of a killed run. */
async function inside(name: string): Promise<{ ended: Promise<unknown[]> }> {
  const child = spawn('ip', ['netns', 'exec', name, 'sh', '-c', 'echo in; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { ended: once(child, 'exit') };
}

for (const id of ['none', 'rattan'] as const) {
  const why = await BACKENDS[id].whyUnavailable();
  describe.skipIf(why !== null)(`${id}${why === null ? '' : ` (skipped: ${why})`}`, () => {
    test('what a killed owner leaves is removed, processes inside it too', async () => {
      const { child, ended, link, names, server, emulatorPid } = await owner(id);
      const insider = await inside(server);
      child.kill('SIGKILL');
      await ended;
      expect(namespaceNames()).toEqual(expect.arrayContaining(names));

      const removed = removeLeftovers();
      expect(removed).toEqual(expect.arrayContaining(names));
      expect(namespaceNames().filter((name) => name.startsWith(link))).toEqual([]);
      expect(await insider.ended).toEqual([null, 'SIGKILL']);
      if (emulatorPid !== null) await expect.poll(() => isRunning(emulatorPid)).toBe(false);
    });

    test('what belongs to a living process stays', async () => {
      const { child, ended, link, names, emulatorPid } = await owner(id);
      const removed = removeLeftovers();
      expect(removed.filter((name) => name.startsWith(link))).toEqual([]);
      expect(namespaceNames()).toEqual(expect.arrayContaining(names));
      if (emulatorPid !== null) expect(isRunning(emulatorPid)).toBe(true);

      // Ctrl-C: it cleans up by itself.
      child.kill('SIGINT');
      expect(await ended).toEqual([130, null]);
      expect(namespaceNames().filter((name) => name.startsWith(link))).toEqual([]);
      if (emulatorPid !== null) expect(isRunning(emulatorPid)).toBe(false);
    });
  });
}

/** As root, without which no name is bound to a namespace. */
const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0;
test.skipIf(!isLinuxRoot)(
  `a leftover's name that is bound to the machine's own network ends none of its processes${isLinuxRoot ? '' : ' (skipped: Linux and root)'}`,
  () => {
    const clean = `
      const { removeLeftovers } = await import(${JSON.stringify(new URL('clean.ts', import.meta.url).href)});
      console.log(removeLeftovers().join());`;
    // In namespaces of its own, so that without the guard only these few processes end. No process has
    // an id beyond 2²².
    const script = `
      mount -t tmpfs tmpfs /run/netns && mkdir -p /etc/netns && mount -t tmpfs tmpfs /etc/netns
      sleep 60 &
      ip netns attach hb-4194305-1-1-client $! && ip netns add hb-4194305-1-1-server
      ip netns exec hb-4194305-1-1-server sleep 60 &
      until [ "$(ip netns pids hb-4194305-1-1-server)" ]; do :; done
      "$0" --input-type=module --eval "$1"
      jobs -r | wc -l; ls /run/netns | wc -l`;
    const own = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child'];
    const { stdout, stderr } = spawnSync(
      'unshare',
      [...own, 'bash', '-c', script, process.execPath, clean],
      { encoding: 'utf8', timeout: 30_000 },
    );
    expect(stderr).toContain("hb-4194305-1-1-client is this machine's own network");
    // The sleeper outside goes on, the one in the leftover does not, and neither name is left.
    expect(stdout.split('\n')).toEqual([
      'hb-4194305-1-1-client,hb-4194305-1-1-server',
      '1',
      '0',
      '',
    ]);
  },
);

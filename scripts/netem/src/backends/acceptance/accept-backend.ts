import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '@holbench/process/user-error';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { runTool } from '@holbench/process/run-tool';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Backend, Link, LinkOptions } from '../../backend.ts';
import { namespaceNames } from '../../topology/namespaces.ts';
import { PLAIN_PROFILE } from '../plain-profile.ts';

const TRAFFIC = fileURLToPath(new URL('traffic.py', import.meta.url));
/** Of set-up and tear-down together, in milliseconds. */
const LIMIT_MS = 2_000;

/**
 * What holds for the links of every backend that uses namespaces, on this machine.
 * @param limitMs of set-up and tear-down together.
 */
export async function acceptBackend(backend: Backend, limitMs = LIMIT_MS): Promise<void> {
  const why = await backend.whyUnavailable();
  const title = `links of ${backend.id}${why === null ? '' : ` (skipped: ${why})`}`;
  describe.skipIf(why !== null)(title, () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'holbench-link-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    function start(tcp: Partial<LinkOptions['tcp']> = {}): Promise<Link> {
      return backend.start({
        profile: PLAIN_PROFILE,
        seed: 1,
        tcp: { congestionControl: 'cubic', notsentLowatBytes: null, ...tcp },
        logFolder: folder,
      });
    }

    test('set-up and tear-down are quick and leave nothing', async () => {
      const startedAt = performance.now();
      const link = await start();
      const names = [link.client, link.server].map(({ netns }) => basename(netns ?? ''));
      expect(namespaceNames()).toEqual(expect.arrayContaining(names));
      await Promise.all([link.stop(), link.stop()]);
      expect(performance.now() - startedAt).toBeLessThan(limitMs);
      expect(namespaceNames().filter((name) => name.startsWith(`hb-${process.pid}-`))).toEqual([]);
      if (link.emulatorPid !== null) expect(existsSync(`/proc/${link.emulatorPid}`)).toBe(false);
    });

    test('both sides are set as asked, and know each other by name', async () => {
      await using link = await start({ congestionControl: 'reno', notsentLowatBytes: 16_384 });
      expect(link.sysctls).toMatchObject({
        'route-congctl': 'reno',
        'net.ipv4.tcp_notsent_lowat': '16384',
        'net.ipv4.tcp_no_metrics_save': '1',
      });
      for (const place of [link.client, link.server]) {
        const sysctl = '/proc/sys/net/ipv4/tcp_notsent_lowat';
        expect((await run(place, 'cat', sysctl)).trim()).toBe('16384');
        const hosts = await run(place, 'getent', 'hosts', 'client.holbench', 'server.holbench');
        expect(hosts.match(/^[\d.]+/gm)).toEqual(['10.77.0.1', '10.77.0.2']);
      }
    });

    test('TCP and UDP pass, no packet is larger than the MTU, the congestion control is used', async () => {
      await using link = await start();
      const netns = [link.client.netns ?? '', link.server.netns ?? ''];
      const happened: unknown = JSON.parse(await runTool('python3', ['-I', TRAFFIC, ...netns]));
      expect(happened).toEqual({
        upBytes: 300_000,
        downBytes: 300_000,
        datagrams: [1200, 1200, 1200, 1200, 1200],
        largestPacketBytes: 1500,
        control: { client: 'cubic', server: 'cubic' },
      });
    });

    test('a congestion control that the kernel lacks is refused, nothing stays behind', async () => {
      const error: unknown = await start({ congestionControl: 'nosuch' }).catch(
        (cause: unknown) => cause,
      );
      expect(error).toBeInstanceOf(UserError);
      expect((error as UserError).message).toMatch(
        /no TCP congestion control "nosuch"; it has .*reno/,
      );
      expect(namespaceNames().filter((name) => name.startsWith(`hb-${process.pid}-`))).toEqual([]);
    });
  });
}

function run(place: NetworkSide, ...command: [string, ...string[]]): Promise<string> {
  const { command: program, args } = commandIn(place, command[0], command.slice(1));
  return runTool(program, args);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BEHAVIOURS, content, piece } from './behaviours.ts';
import type { OpenPeer, Peer } from './peers.ts';

export interface Implementation {
  readonly name: string;
  /** Command line of the server that has it; it says its port, and how far its tests have come. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly openPeer: OpenPeer;
  /** Close code that the peer sees where the server gives 1008; null where there are none. */
  readonly closeCode: number | null;
  /** Why it cannot run here; null when it can. */
  readonly skipped: string | null;
}

/** What every `Connection` promises, over a real socket. */
export function acceptConnection(implementation: Implementation): void {
  const { name, command, openPeer, closeCode, skipped } = implementation;
  const title = skipped === null ? name : `${name}, skipped: ${skipped}`;

  describe.skipIf(skipped !== null)(`Connection: ${title}`, () => {
    let server: ChildProcess;
    let port = 0;
    let events: unknown[] = [];
    const said = (event: string) => vi.waitFor(() => expect(events).toContain(event), 10_000);
    beforeAll(async () => {
      const [program, ...args] = command;
      server = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      [port] = await once(server, 'message');
      server.on('message', (event) => events.push(event));
    });
    afterAll(() => void server.kill());

    async function open(behaviour: keyof typeof BEHAVIOURS): Promise<Peer> {
      events = [];
      return openPeer(port, `/${behaviour}`);
    }

    test('keeps order and every byte, whatever send answers', async () => {
      const peer = await open('heedless');
      await vi.waitFor(() => expect(events).toHaveLength(1));
      expect(events[0]).toMatch(/^full(,sent)?$/);
      peer.read();
      await peer.ended;
      expect(peer.received().equals(content(128))).toBe(true);
    });

    test.each([
      ['one sender', 'heedful', 1],
      ['three', 'shared', 3],
    ] as const)('is full for %s while its peer does not read, and drains then', async (...row) => {
      const [, behaviour, senders] = row;
      const peer = await open(behaviour);
      const stalled = Array.from({ length: senders }, () => 'stalled');
      await vi.waitFor(() => expect(events).toEqual(stalled), 10_000);
      peer.read();
      await said('drained');
      await peer.ended;
      expect(peer.received().equals(content(256))).toBe(true);
    });

    test('drains and is closed when its peer leaves', async () => {
      const peer = await open('abandoned');
      await said('stalled');
      peer.leave();
      await said('survived');
      expect(events).toEqual(['stalled', 'drained', 'closed, send: closed', 'survived']);
    });

    test('is closed when its peer leaves while nothing is sent', async () => {
      const peer = await open('silent');
      peer.read();
      await vi.waitFor(() => expect(peer.received()).toHaveLength(piece(0).length));
      peer.leave();
      await said('closed, send: closed');
    });

    test('closes once, after what was sent, and takes no more', async () => {
      const peer = await open('closing');
      peer.read();
      expect(await peer.ended).toBe(closeCode);
      expect(peer.received().equals(content(3))).toBe(true);
      await said('survived');
      expect(events).toEqual(['send: closed', 'survived']);
    });
  });
}

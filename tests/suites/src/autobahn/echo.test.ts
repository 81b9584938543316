import { once } from 'node:events';
import { join } from 'node:path';
import { startVariant } from '@holbench/harness/start-variant';
import { findTools } from '@holbench/harness/tools';
import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import { MIN_CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import { variant as variantOf } from '@holbench/variants/registry';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { autobahn } from './autobahn.ts';

const ECHO_BYTES = 65_536;

const tools = await findTools();

/** The suite itself takes minutes, and Python 2.7: what it talks to is tested here. */
for (const subject of autobahn.subjects) {
  const reason = subject.whyNot(tools);
  const title = `${subject.id} returns messages up to its limit, when it is told to`;
  test.skipIf(reason !== null)(
    reason === null ? title : `${title}, skipped: ${reason}`,
    async () => {
      await using server = await startVariant(variantOf(subject.id), {
        tools,
        fileBytes: MIN_CHUNK_BYTES,
        logFolder: join(tools.root, 'test-results/suites/echo', subject.id),
        echoBytes: ECHO_BYTES,
      });
      const url = `${server.origin.replace('https:', 'wss:')}${WEBSOCKET_PATH}`;
      const socket = new WebSocket(url, WEBSOCKET_SUBPROTOCOL, { rejectUnauthorized: false });
      await once(socket, 'open');
      const text = 'é'.repeat(ECHO_BYTES / 2);
      expect(await echoOf(socket, text)).toEqual([Buffer.from(text), false]);
      const binary = Buffer.alloc(ECHO_BYTES, 7);
      expect(await echoOf(socket, binary)).toEqual([binary, true]);
      const closed = once(socket, 'close');
      socket.send(`${text}.`);
      expect((await closed)[0]).toBe(1009);
    },
  );
}

/** @returns the next message, and whether it is binary. */
function echoOf(socket: WebSocket, message: string | Buffer): Promise<unknown[]> {
  const echo = once(socket, 'message');
  socket.send(message);
  return echo;
}

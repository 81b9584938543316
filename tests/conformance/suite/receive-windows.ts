import { eventsOf } from '@holbench/test-support/net-log';
import { stackOf } from '@holbench/variants/stacks';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { LabUnderTest } from '../lab/lab-under-test.ts';

const TransportParameters = v.object({ quic_transport_parameters: v.string() });
const Setting = v.object({ id: v.string(), value: v.number() });
const WindowUpdate = v.object({ stream_id: v.number(), delta: v.number() });

/** What an HTTP/2 connection has until its peer says otherwise (RFC 9113, section 6.9.2). */
const HTTP2_WINDOW_BYTES = 65_535;

/** What a new connection lets an upload have under way, as the browser is told. */
export function describeReceiveWindows(lab: LabUnderTest): void {
  const { receiveWindows: described } = stackOf(lab.variant);
  // HTTP/1.1 has none.
  if (described === null) return;
  describe('receive windows', () => {
    test('are those that its stack is described with', async () => {
      const { streamBytes, connectionBytes } = described;
      expect(await receiveWindows(await lab.netLogOfVisit())).toEqual({
        streamBytes,
        connectionBytes,
      });
    });
  });
}

/**
 * The bytes that a server lets a browser send on a stream and on a connection, when the connection begins.
 * @returns null where the browser spoke neither HTTP/2 nor QUIC. The log is of one connection, without uploads.
 */
async function receiveWindows(
  path: string,
): Promise<{ readonly streamBytes: number; readonly connectionBytes: number } | null> {
  const [quic] = await eventsOf(path, 'QUIC_SESSION_TRANSPORT_PARAMETERS_RECEIVED');
  if (quic !== undefined) {
    const text = v.parse(TransportParameters, quic).quic_transport_parameters;
    const number = (name: string) => Number(new RegExp(`\\b${name} (\\d+)`).exec(text)?.[1]);
    // The streams that the client opens are remote to the server.
    return {
      streamBytes: number('initial_max_stream_data_bidi_remote'),
      connectionBytes: number('initial_max_data'),
    };
  }
  if ((await eventsOf(path, 'HTTP2_SESSION_RECV_SETTINGS')).length === 0) return null;
  const settings = await eventsOf(path, 'HTTP2_SESSION_RECV_SETTING');
  const initial = settings
    .map((setting) => v.parse(Setting, setting))
    .find(({ id }) => id.includes('SETTINGS_INITIAL_WINDOW_SIZE'));
  const updates = (await eventsOf(path, 'HTTP2_SESSION_RECV_WINDOW_UPDATE'))
    .map((update) => v.parse(WindowUpdate, update))
    .filter(({ stream_id: stream }) => stream === 0);
  return {
    streamBytes: initial?.value ?? HTTP2_WINDOW_BYTES,
    connectionBytes: updates.reduce((sum, { delta }) => sum + delta, HTTP2_WINDOW_BYTES),
  };
}

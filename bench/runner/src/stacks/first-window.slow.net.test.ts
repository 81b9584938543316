import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { launchBrowser, quicHosts } from '@holbench/harness/browser';
import { startVariant } from '@holbench/harness/start-variant';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { NOTHING, profileOf } from '@holbench/netem/profile-settings';
import { HEALTH_PATH } from '@holbench/protocol/health';
import { commandIn } from '@holbench/process/network-side';
import { runTool } from '@holbench/process/run-tool';
import { VARIANTS } from '@holbench/variants/registry';
import { type Stack, stackOf } from '@holbench/variants/stacks';
import { expect, test } from 'vitest';
import { type Packet, PacketRecorder } from '../../fixtures/packet-recorder.ts';
import { stackLink } from '../../fixtures/stack-link.ts';

/** So long that a sender's first window, and how it is paced, is told apart from its second. */
const RTT_MS = 300;
const PROFILE = profileOf('far', { ...NOTHING, delay: RTT_MS / 2 });
/** Smaller packets are acknowledgements, session tickets, heads. */
const FULL_BYTES = 1_000;

const { tools, unavailable, skipped, ...made } = await stackLink(PROFILE);
const runnable = VARIANTS.filter(
  // What is recorded is the page, which WebTransport does not carry.
  (candidate) => !whyUnsupported(candidate, tools) && !stackOf(candidate).isSenderRead,
);

test.skipIf(unavailable).each(runnable)(
  `$id begins a download as its stack is described${skipped}`,
  async (variant) => {
    const { initialWindow, pacing, congestionControl } = stackOf(variant);
    const { flight, before, tcp } = await recordFirstFlight(variant);
    const sentBytes = bytesOf(flight);
    const [first] = flight.filter(isFull);
    if (!first) throw new Error('no full packet was sent');
    const burst = flight.filter(({ atMs }) => atMs < first.atMs + RTT_MS / 10);
    console.log(
      `${variant.id}: ${flight.length} packets, ${sentBytes} bytes before an acknowledgement, ` +
        `${bytesOf(before)} before them; ${((100 * bytesOf(burst)) / sentBytes).toFixed(0)} % in the first tenth ` +
        `of a round trip, ${burstPackets(flight)} packets at once, gain ${pacedGain(flight, initialWindow).toFixed(2)}; ${tcp ?? 'QUIC'}`,
    );

    expect(tcp === null).toBe(variant.protocol === 'h3');
    if (tcp !== null) {
      expect(flight).toHaveLength(initialWindow.packets);
      expect(Math.max(...flight.map(({ payloadBytes }) => payloadBytes))).toBe(
        initialWindow.packetBytes,
      );
      expect(congestionControl.split(' ')[0]).toBe(tcp);
    } else {
      // QUIC counts bytes. It sends a packet while any of the window is left. The window has grown by what was
      // acknowledged before; packets with acknowledgements alone are not counted against it. Pacing on a busy
      // machine, whose timers fire late, leaves some of it for the next round trip: 6 % with a load of 7.
      const bytes = initialWindow.packets * initialWindow.packetBytes;
      expect(sentBytes).toBeGreaterThan(0.85 * bytes);
      expect(sentBytes).toBeLessThan(bytes + bytesOf(before) + 2 * initialWindow.packetBytes);
    }
    if (pacing === null) {
      // A busy machine may pause between two writes of the server, but not for 30 ms.
      expect(burst).toHaveLength(flight.length);
    } else {
      // A timer that fires late on a busy machine lets a packet or two more go at once.
      expect(Math.abs(burstPackets(flight) - pacing.burstPackets)).toBeLessThanOrEqual(2);
      // Hardly faster; slower where timers fire late: by 28 % with a load of 7.
      const gain = pacedGain(flight, initialWindow);
      expect(gain).toBeLessThan(1.15 * pacing.gain);
      expect(gain).toBeGreaterThan(0.6 * pacing.gain);
    }
  },
);

interface FirstFlight {
  /** What the server sent within a round trip of the request for a big answer. */
  readonly flight: readonly Packet[];
  /** What it sent on this connection before that: the handshake, over QUIC also a small answer. */
  readonly before: readonly Packet[];
  /** The congestion control of its TCP by the kernel; null for QUIC. */
  readonly tcp: string | null;
}

async function recordFirstFlight(variant: (typeof VARIANTS)[number]): Promise<FirstFlight> {
  const folder = made.folder();
  const { client, server } = made.link();
  const options = { tools, fileBytes: 100 * 1024, logFolder: folder, place: server };
  await using running = await startVariant(variant, options);
  const { origin, port } = running;
  await using launched = await launchBrowser({
    tools,
    forceQuic: quicHosts(variant, origin),
    logFolder: folder,
    place: client,
  });
  const page = await launched.browser.newPage({ ignoreHTTPSErrors: true });
  await using recorder = await PacketRecorder.start(server, port, folder);
  // What TCP sends before the big answer is in flight with it, and may let its window grow; it has to be the
  // first. QUIC's pacing counts the handshake, which is over after a pause.
  if (variant.protocol === 'h3') {
    await page.goto(`${origin}${HEALTH_PATH}`);
    await delay(2 * RTT_MS);
  }
  const requestedAtMs = Date.now();
  // Every server has the page's files, 398 kB the largest, whatever carries its messages.
  const head = page.waitForResponse((response) => response.url().includes('/assets/'));
  void page.goto(`${origin}/assets/${await largestAsset()}`).catch(() => {});
  expect((await head).status()).toBe(200);
  // It came half a round trip after its sending; the flight is a whole one.
  await delay(0.6 * RTT_MS);
  const { command, args } = commandIn(server, 'ss', ['-tinHO', 'sport', '=', `:${port}`]);
  const sockets = await runTool(command, args);
  const packets = (await recorder.end()).filter(({ payloadBytes }) => payloadBytes > 0);
  return { ...flightOf(packets, requestedAtMs), tcp: /\s(\w+) wscale:/.exec(sockets)?.[1] ?? null };
}

/** The flight of the connection that carried most: browsers open others in advance. */
function flightOf(
  packets: readonly Packet[],
  requestedAtMs: number,
): Pick<FirstFlight, 'flight' | 'before'> {
  const connections = [...Map.groupBy(packets, ({ peer }) => peer).values()];
  const most = Math.max(...connections.map(bytesOf));
  const connection = connections.find((each) => bytesOf(each) === most) ?? [];
  const sent = connection.filter(({ isSent }) => isSent);
  // A new connection's request comes a round trip after the server's part of the handshake.
  const earliest = Math.max(requestedAtMs, (sent[0]?.atMs ?? NaN) + 0.9 * RTT_MS);
  const askedAt = connection.find(({ atMs, isSent }) => !isSent && atMs > earliest)?.atMs ?? NaN;
  return {
    flight: sent.filter(({ atMs }) => atMs >= askedAt && atMs < askedAt + 0.95 * RTT_MS),
    before: sent.filter(({ atMs }) => atMs < askedAt),
  };
}

const isFull = ({ payloadBytes }: Packet): boolean => payloadBytes >= FULL_BYTES;

const bytesOf = (packets: readonly Packet[]): number =>
  packets.reduce((sum, { payloadBytes }) => sum + payloadBytes, 0);

/** Full packets before the first gap of a hundredth of a round trip, 3 ms; a paced packet takes 7 or 8. */
function burstPackets(flight: readonly Packet[]): number {
  const full = flight.filter(isFull);
  const gap = full.findIndex(({ atMs }, index) => {
    const { atMs: previous = atMs } = full[index - 1] ?? {};
    return atMs - previous > RTT_MS / 100;
  });
  return gap === -1 ? full.length : gap;
}

/** The rate after the burst, in initial windows per round trip. */
function pacedGain(
  flight: readonly Packet[],
  { packets, packetBytes }: Stack['initialWindow'],
): number {
  const paced = flight.filter(isFull).slice(burstPackets(flight));
  const [begin, ...others] = paced;
  const ms = (paced.at(-1)?.atMs ?? NaN) - (begin?.atMs ?? NaN);
  return ((bytesOf(others) / ms) * RTT_MS) / (packets * packetBytes);
}

async function largestAsset(): Promise<string> {
  const names = await readdir(join(tools.root, 'client/dist/assets'));
  const largest = names.find((name) => name.startsWith('fake-text'));
  if (largest === undefined) throw new Error('the page is not built');
  return largest;
}

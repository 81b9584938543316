import type { NetworkProfile } from '@holbench/results/network-profile';
import { describe, expect, test } from 'vitest';
import { changed, sideWith } from '../../fixtures/test-profiles.ts';
import { emulatedProfiles, profileNamed } from '../profiles.ts';
import { floodPhase, isQueueFilled, queueLimitBytes } from './flood-phase.ts';
import { ECHO_BYTES, roundTripPhase, SYN_BYTES } from './phase.ts';
import { steadyPhase } from './steady-phase.ts';

const fourG = profileNamed('reference-4g');
const threeG = profileNamed('reference-3g');

const echo = (profile: NetworkProfile, wanted: number) =>
  roundTripPhase(profile, ECHO_BYTES, wanted);
const connect = (profile: NetworkProfile, wanted: number) =>
  roundTripPhase(profile, SYN_BYTES, wanted);

describe('echo and connect', () => {
  test('try as many more as get lost on the way', () => {
    // 30 / (0.995 × 0.995)
    expect(echo(fourG, 30)).toMatchObject({ count: 31, bytes: 64, gapUs: 5000 });
    expect(connect(fourG, 8)).toMatchObject({ count: 9, bytes: 60, gapUs: 5000 });
    expect(echo(profileNamed('reference-extreme-loss'), 30).count).toBe(120);
    expect(echo(changed(fourG, { lossFraction: 0.95 }), 30).count).toBe(200);
  });
  test('leave a slow bottleneck time for each packet', () => {
    // 64 bytes at 16 kbit/s take 32 ms.
    expect(echo(changed(fourG, { rateKbps: 16 }), 30).gapUs).toBe(128_000);
  });
  test('give each packet a delay of its own', () => {
    expect(echo(changed(fourG, { jitterMs: 5 }), 30).gapUs).toBe(100_000);
    // 50 + 6 × 20 ms
    expect(echo(changed(fourG, { jitterMs: 20 }), 30).gapUs).toBe(170_000);
  });
  test('a connection is given less than until a SYN is repeated, after a second', () => {
    const limits = emulatedProfiles().map((profile) => connect(profile, 8).waitMs);
    expect(Math.max(...limits)).toBeLessThan(1000);
  });
});

describe('steady', () => {
  test('takes half of the rate at most, in as many packets as there may be', () => {
    const { down, up } = steadyPhase(fourG, 2.5);
    // 10 000 packets/s of 100 and 62 bytes are 8 and 4.96 Mbit/s; 106 losses take 21 094 packets.
    expect(down).toEqual({ packets: 21_094, bytes: 100, gapUs: 100, protocols: ['udp'] });
    expect(up).toEqual({ packets: 21_094, bytes: 62, gapUs: 100, protocols: ['udp'] });
  });
  test('takes the smallest packets where the rate is low, for as long as it may', () => {
    // 0.25 Mbit/s in packets of 32 bytes: 976.56 a second.
    expect(steadyPhase(threeG, 2.5).up).toEqual({
      packets: 2441,
      bytes: 32,
      gapUs: 1024,
      protocols: ['udp'],
    });
  });
  test('needs fewer packets for much loss, and a second for none', () => {
    expect(steadyPhase(profileNamed('reference-high-loss'), 2.5).up.packets).toBe(2014);
    expect(steadyPhase(profileNamed('ideal'), 2.5).up.packets).toBe(10_000);
    expect(steadyPhase(profileNamed('ideal'), 0.25).up.packets).toBe(2500);
  });
});

describe('flood', () => {
  const options = { protocols: ['udp'], seconds: 0.5, fillsQueue: true } as const;
  test('offers 1.5 × the rate', () => {
    // 30 Mbit/s of 1500 bytes: one every 400 µs, over 0.5 s. The queue of 250 kB fills in 0.2 s.
    const { down } = floodPhase(changed(fourG, { lossFraction: 0 }), options);
    expect(down).toEqual({ packets: 1250, bytes: 1500, gapUs: 400, protocols: ['udp'] });
  });
  test('offers it behind the loss: half of twice as much is lost', () => {
    const { down } = floodPhase(profileNamed('reference-extreme-loss'), options);
    // 15 Mbit/s of 1500 bytes
    expect(down.gapUs).toBeCloseTo(800, 9);
  });
  test('has an end, however much is lost', () => {
    const { down } = floodPhase(changed(fourG, { lossFraction: 1 }), options);
    // 300 Mbit/s over 0.5 s
    expect(down.packets).toBe(12_500);
  });
  test('goes on until the queue has been full for a while', () => {
    const { down } = floodPhase(profileNamed('reference-high-loss'), options);
    // 250 kB at 2.5 Mbit/s: 0.8 s, and 30 % more.
    expect((down.packets * down.gapUs) / 1e6).toBeCloseTo(1.04, 2);
    const { down: short } = floodPhase(profileNamed('reference-high-loss'), {
      ...options,
      fillsQueue: false,
    });
    expect((short.packets * short.gapUs) / 1e6).toBeCloseTo(0.5, 2);
  });
  test('takes smaller packets where few of full size would pass', () => {
    // 0.5 s of 1 and 0.5 Mbit/s in 100 packets
    expect(floodPhase(threeG, options).down.bytes).toBe(625);
    expect(floodPhase(threeG, options).up.bytes).toBe(313);
  });
  test('offers 100 Mbit/s where there is no rate', () => {
    expect(floodPhase(profileNamed('ideal'), options).up).toMatchObject({
      packets: 4167,
      bytes: 1500,
      gapUs: 120,
    });
  });
  test('waits as long as the queue that it can have grown takes, and the delay', () => {
    // 50 ms, 100 ms of queue, two packets of 1.2 ms at 10 Mbit/s, 100 ms for whatever else
    expect(floodPhase(fourG, options).waitMs).toBeCloseTo(252.4, 6);
  });
});

describe('queues', () => {
  test('are limited in bytes or packets', () => {
    expect(queueLimitBytes({ kind: 'droptail', limitBytes: 5000 }, 1500)).toBe(5000);
    expect(queueLimitBytes({ kind: 'droptail-packets', limitPackets: 100 }, 1500)).toBe(150_000);
  });
  test("have no depth to measure when CoDel's, absent, or too deep to fill", () => {
    const droptail = (limitBytes: number) =>
      sideWith({ rateKbps: 1000, queue: { kind: 'droptail', limitBytes } });
    expect(isQueueFilled(droptail(100_000), 0.5)).toBe(true);
    expect(isQueueFilled(droptail(200_000), 0.5)).toBe(false);
    const codel = { kind: 'codel', targetMs: 5, intervalMs: 100, limitBytes: 1000 } as const;
    expect(isQueueFilled(sideWith({ rateKbps: 1000, queue: codel }), 0.5)).toBe(false);
    expect(isQueueFilled(sideWith({}), 0.5)).toBe(false);
  });
});

import { UserError } from '@holbench/process/user-error';
import type { LinkDirection, NetworkProfile, Queue } from '@holbench/results/network-profile';
import { MTU_BYTES } from './topology/sides.ts';
import {
  formatLoss,
  formatQueue,
  formatRate,
  parseBurst,
  parseDelay,
  parseJitter,
  parseLoss,
  parseQueue,
  parseRate,
  type QueueSize,
} from './units.ts';

/** What a network is given by: few numbers, of which a profile is worked out. */
export interface ProfileSettings {
  /** Rates in kbit/s; null for no limit. */
  readonly down: number | null;
  readonly up: number | null;
  /** Each way, in ms. */
  readonly delay: number;
  /** Standard deviation of the delay, in ms. */
  readonly jitter: number;
  /** Fraction of the packets, each way. */
  readonly loss: number;
  /** Mean length of a run of losses, in packets. */
  readonly burst: number;
  readonly queue: QueueSize;
}

/** No limit, no delay, no loss: what a profile file changes. */
export const NOTHING: ProfileSettings = {
  down: null,
  up: null,
  delay: 0,
  jitter: 0,
  loss: 0,
  burst: 1,
  queue: { kind: 'bdp', multiple: 1 },
};

/** Every setting in the order of a derived id. */
export const SETTING_NAMES = ['down', 'up', 'delay', 'jitter', 'loss', 'burst', 'queue'] as const;
/** Settings as they are written, on the command line or in a profile file. */
export type SettingTexts = { readonly [name in keyof ProfileSettings]?: string | undefined };

const PARSERS: {
  readonly [Name in keyof ProfileSettings]: (text: string, of: string) => ProfileSettings[Name];
} = {
  down: parseRate,
  up: parseRate,
  delay: parseDelay,
  jitter: parseJitter,
  loss: parseLoss,
  burst: parseBurst,
  queue: parseQueue,
};

/** A BDP counts as this many bytes at least: below, a queue could not take one TCP burst. */
const MIN_BDP_BYTES = 4 * MTU_BYTES;
/** RFC 8289, 4.3 and 4.4: good for round trips from 10 ms to 1 s. */
const CODEL = { targetMs: 5, intervalMs: 100 } as const;
/** 1000 full packets, the limit of Linux' sch_codel; CoDel itself keeps the queue far shorter. */
const CODEL_LIMIT_BYTES = 1000 * MTU_BYTES;

/**
 * @param nameOf what to call a setting in an error: "--loss", "dsl.json: loss".
 * @throws UserError for a text that is not understood.
 */
export function parseSettings(
  texts: SettingTexts,
  nameOf: (name: keyof ProfileSettings) => string,
): Partial<ProfileSettings> {
  const given = SETTING_NAMES.flatMap((name) => {
    const text = texts[name];
    return text === undefined ? [] : [[name, PARSERS[name](text, nameOf(name))] as const];
  });
  return Object.fromEntries(given);
}

/** Those of `changes` that differ from `settings`, as a derived id says them: "loss=1%". */
export function spelledChanges(
  settings: ProfileSettings,
  changes: Partial<ProfileSettings>,
): string[] {
  const before = spelled(settings);
  const after = spelled({ ...settings, ...changes });
  return SETTING_NAMES.filter((name) => after[name] !== before[name]).map(
    (name) => `${name}=${after[name]}`,
  );
}

function spelled(settings: ProfileSettings): Record<keyof ProfileSettings, string> {
  return {
    down: settings.down === null ? '' : formatRate(settings.down),
    up: settings.up === null ? '' : formatRate(settings.up),
    delay: `${settings.delay}ms`,
    jitter: `${settings.jitter}ms`,
    loss: formatLoss(settings.loss),
    burst: String(settings.burst),
    queue: formatQueue(settings.queue),
  };
}

/**
 * Works out the profile: both directions have the same delay and loss; a queue of n BDP holds
 * n × rate × round trip.
 * @param given what the user gave explicitly; it must have an effect.
 * @throws UserError for settings that contradict each other.
 */
export function profileOf(
  id: string,
  settings: ProfileSettings,
  given: Partial<ProfileSettings> = {},
): NetworkProfile {
  const { delay, jitter, loss, burst } = settings;
  if (jitter > delay) {
    throw new UserError(`${id}: a jitter of ${jitter}ms needs a delay of at least as much`);
  }
  if (loss === 1) {
    throw new UserError(`${id}: with a loss of 100% nothing arrives at all; give less`);
  }
  if (burst > 1 && loss === 0) {
    throw new UserError(
      `${id}: losses in bursts of ${burst} need a loss above 0%, or a burst of 1`,
    );
  }
  // Of a two-state chain, the probability that a run begins may be 1 at most.
  if (burst > 1 && loss > burst / (burst + 1)) {
    throw new UserError(
      `${id}: with a burst of ${burst} the loss can be ${formatLoss(burst / (burst + 1))} at most`,
    );
  }
  if (given.queue && settings.down === null && settings.up === null) {
    throw new UserError(
      `${id}: a queue of ${formatQueue(given.queue)} needs a rate, in down or up or both`,
    );
  }
  const direction = (rateKbps: number | null): LinkDirection => ({
    rateKbps,
    delayMs: delay,
    jitterMs: jitter,
    lossFraction: loss,
    lossBurstPackets: burst,
    queue: rateKbps === null ? null : queueOf(id, settings.queue, rateKbps, 2 * delay),
  });
  return { id, down: direction(settings.down), up: direction(settings.up) };
}

function queueOf(id: string, size: QueueSize, rateKbps: number, rttMs: number): Queue {
  switch (size.kind) {
    case 'bytes':
      return { kind: 'droptail', limitBytes: size.bytes };
    case 'packets':
      return { kind: 'droptail-packets', limitPackets: size.packets };
    case 'codel':
      return { kind: 'codel', ...CODEL, limitBytes: CODEL_LIMIT_BYTES };
    case 'bdp': {
      // kbit/s × ms = bit.
      const bdpBytes = Math.max((rateKbps * rttMs) / 8, MIN_BDP_BYTES);
      const limitBytes = Math.round(size.multiple * bdpBytes);
      if (limitBytes >= MTU_BYTES) return { kind: 'droptail', limitBytes };
      throw new UserError(
        `${id}: a queue of ${formatQueue(size)} is ${limitBytes} bytes, less than one full ` +
          `packet; give at least ${MTU_BYTES}B`,
      );
    }
  }
}

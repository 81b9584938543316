import { UserError } from '@holbench/process/user-error';
import type {
  DownOrUp,
  LinkDirection,
  NetworkProfile,
  Queue,
} from '@holbench/results/network-profile';
import { rateOf } from '@holbench/results/rate-of';
import { readTrace, type TraceFiles } from './trace/read-trace.ts';
import { summaryOf } from './trace/trace.ts';
import { MTU_BYTES } from './topology/sides.ts';
import {
  formatLoss,
  formatQueue,
  formatRate,
  parseBurst,
  parseDelay,
  parseLoss,
  parseQueue,
  parseRate,
  type QueueSize,
} from './units.ts';

/** The few numbers from which a profile is computed. */
export interface ProfileSettings {
  /** Rates in kbit/s; null for no limit. */
  readonly down: number | null;
  readonly up: number | null;
  /** Recorded capacity in place of both rates; null for none. */
  readonly trace: TraceFiles | null;
  /** Each way, in ms. */
  readonly delay: number;
  /** Standard deviation of the delay, in ms. */
  readonly jitter: number;
  /** Fraction of the packets, each way. */
  readonly loss: number;
  /** Mean length of a run of losses, in packets. */
  readonly burst: number;
  /** Null for the default, 1 BDP where there is a rate. */
  readonly queue: QueueSize | null;
}

/** No limit, no delay, no loss: the base of a profile file. */
export const NOTHING: ProfileSettings = {
  down: null,
  up: null,
  trace: null,
  delay: 0,
  jitter: 0,
  loss: 0,
  burst: 1,
  queue: null,
};

const DEFAULT_QUEUE: QueueSize = { kind: 'bdp', multiple: 1 };

/** Every setting in the order of a derived id. */
export const SETTING_NAMES = ['down', 'up', 'delay', 'jitter', 'loss', 'burst', 'queue'] as const;
/** Settings as text, on the command line or in a profile file. */
export type SettingTexts = { readonly [name in SettingName]?: string | undefined };
type SettingName = (typeof SETTING_NAMES)[number];

const PARSERS: {
  readonly [Name in SettingName]: (text: string, of: string) => ProfileSettings[Name];
} = {
  down: parseRate,
  up: parseRate,
  delay: parseDelay,
  jitter: parseDelay,
  loss: parseLoss,
  burst: parseBurst,
  queue: parseQueue,
};

/** Smallest BDP in bytes: a smaller queue could not hold one TCP burst. */
const MIN_BDP_BYTES = 4 * MTU_BYTES;
/** RFC 8289, 4.3 and 4.4: good for round trips from 10 ms to 1 s. */
const CODEL = { targetMs: 5, intervalMs: 100 } as const;
/** 1000 full packets, the limit of Linux' sch_codel; CoDel itself keeps the queue far shorter. */
const CODEL_LIMIT_BYTES = 1000 * MTU_BYTES;

/**
 * @param nameOf name of a setting for errors: "--loss", "dsl.json: loss".
 * @throws UserError for a text that is not a quantity.
 */
export function parseSettings(
  texts: SettingTexts,
  nameOf: (name: SettingName) => string,
): Partial<ProfileSettings> {
  const given = SETTING_NAMES.flatMap((name) => {
    const text = texts[name];
    return text === undefined ? [] : [[name, PARSERS[name](text, nameOf(name))] as const];
  });
  return Object.fromEntries(given);
}

/** Those of `changes` that differ from `settings`, as parts of an id: "loss=1%". */
export function formatChanges(
  settings: ProfileSettings,
  changes: Partial<ProfileSettings>,
): string[] {
  const before = formatSettings(settings);
  const after = formatSettings({ ...settings, ...changes });
  return SETTING_NAMES.filter((name) => after[name] !== before[name]).map(
    (name) => `${name}=${after[name]}`,
  );
}

function formatSettings(settings: ProfileSettings): Record<SettingName, string> {
  return {
    down: settings.down === null ? '' : formatRate(settings.down),
    up: settings.up === null ? '' : formatRate(settings.up),
    delay: `${settings.delay}ms`,
    jitter: `${settings.jitter}ms`,
    loss: formatLoss(settings.loss),
    burst: String(settings.burst),
    queue: formatQueue(settings.queue ?? DEFAULT_QUEUE),
  };
}

/**
 * Computes the profile: both directions have the same delay and loss; a queue of n BDP holds
 * n × rate × round trip, one of a time what the rate sends in it; of a trace by its mean rate.
 * @throws UserError for settings that contradict each other.
 */
export function profileOf(id: string, settings: ProfileSettings): NetworkProfile {
  const { delay, jitter, loss, burst, queue } = settings;
  const trace = settings.trace === null ? null : readTrace(settings.trace);
  const mostLoss = burst / (burst + 1);
  const hasNoRate = settings.down === null && settings.up === null;
  const refuse = (problem: string): never => {
    throw new UserError(`${id}: ${problem}`);
  };
  if (jitter > delay) refuse(`a jitter of ${jitter}ms needs a delay of at least as much`);
  if (loss === 1) refuse('with a loss of 100% nothing arrives at all; give less');
  if (burst > 1 && loss === 0) {
    refuse(`losses in bursts of ${burst} need a loss above 0%, or a burst of 1`);
  }
  // The probability that a run begins in a two-state chain is 1 at most.
  if (burst > 1 && loss > mostLoss) {
    refuse(`with a burst of ${burst} the loss can be ${formatLoss(mostLoss)} at most`);
  }
  if (trace !== null && !hasNoRate) {
    refuse('it has both a rate and a trace; leave out down and up, or the trace');
  }
  if (queue !== null && hasNoRate && trace === null) {
    refuse(`a queue of ${formatQueue(queue)} needs a rate, in down or up or both, or a trace`);
  }
  const direction = (name: DownOrUp): LinkDirection => {
    const limit =
      trace === null
        ? { rateKbps: settings[name] }
        : { rateKbps: null, trace: summaryOf(trace, name) };
    const rate = rateOf(limit);
    return {
      ...limit,
      delayMs: delay,
      jitterMs: jitter,
      lossFraction: loss,
      lossBurstPackets: burst,
      queue: rate === null ? null : queueOf(id, queue ?? DEFAULT_QUEUE, rate.meanKbps, 2 * delay),
    };
  };
  return { id, down: direction('down'), up: direction('up') };
}

function queueOf(id: string, size: QueueSize, rateKbps: number, rttMs: number): Queue {
  switch (size.kind) {
    case 'bytes':
      return { kind: 'droptail', limitBytes: size.bytes };
    case 'packets':
      return { kind: 'droptail-packets', limitPackets: size.packets };
    case 'codel':
      return { kind: 'codel', ...CODEL, limitBytes: CODEL_LIMIT_BYTES };
    case 'time':
    case 'bdp': {
      // kbit/s × ms = bit.
      const inTime = (ms: number): number => (rateKbps * ms) / 8;
      const limitBytes = Math.round(
        size.kind === 'time'
          ? inTime(size.ms)
          : size.multiple * Math.max(inTime(rttMs), MIN_BDP_BYTES),
      );
      if (limitBytes >= MTU_BYTES) return { kind: 'droptail', limitBytes };
      throw new UserError(
        `${id}: a queue of ${formatQueue(size)} is ${limitBytes} bytes, less than one full ` +
          `packet; give at least ${MTU_BYTES}B`,
      );
    }
  }
}

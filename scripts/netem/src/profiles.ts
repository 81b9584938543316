import { join } from 'node:path';
import { UserError } from '@holbench/process/user-error';
import type { NetworkProfile } from '@holbench/results/network-profile';
import { SHIPPED } from './trace/read-trace.ts';
import { NOTHING, type ProfileSettings, profileOf } from './profile-settings.ts';

export interface Network {
  readonly id: string;
  readonly title: string;
  /** Who found its numbers where and when; which of them are our choice, and why. */
  readonly source: string;
  readonly settings: ProfileSettings;
}

/**
 * The recordings say when packets could leave, not the round trip or the queue: both are this project's choices: 90 ms, and
 * one second of the mean rate.
 */
function recorded(file: string): ProfileSettings {
  return { ...NOTHING, trace: join(SHIPPED, file), delay: 45, queue: { kind: 'time', ms: 1_000 } };
}

/** The one without namespaces: what the machine can do where no network is in the way. */
export const LOOPBACK = 'loopback';

const REFERENCE =
  'A condition of the reference microbenchmark. We know of no source for its numbers.';

const LTE: ProfileSettings = { ...NOTHING, down: 20_000, up: 10_000, delay: 45 };

const RECORDED =
  'Recorded with the Saturator of Winstein, Sivaraman and Balakrishnan (“Stochastic Forecasts Achieve High Throughput and Low Delay over Cellular Networks”, NSDI 2013; that of AT&T in 2016), and shipped with mahimahi. Round trip and queue are our choice, those of lte.';

/** Those that people have; then I to IV of the reference microbenchmark, the real configuration of its fourth; then recordings, and none. */
export const NETWORKS: readonly Network[] = [
  {
    id: 'lte',
    title: 'a mobile connection, with the deep queue of its operator',
    source:
      'Rates are our choice, among medians of 13 / 6 Mbit/s (Huang et al., MobiSys 2012), 16.7 / 13.3 on average in a ' +
      'recording (T-Mobile, by the method of Winstein et al., NSDI 2013), 20 down (OpenSignal, USA, July 2018), and ' +
      'averages of 29.5 / 7.6 (Ofcom, Mobile Matters 2023). Round trip: OpenSignal has averages of 54 to 70 ms for ' +
      'operators of the USA (2017 and 2018). 90 is our choice, because a server may be farther away than one for tests. ' +
      'Queue: Winstein et al. speak of seconds, Garcia et al. (EuCNC 2015) of ten times the delay of an idle link. ' +
      '1 s is our choice. No loss is our choice, because cellular links repair losses below IP. Nothing varies, ' +
      'between connections or within one: the recorded links have what varies.',
    settings: { ...LTE, queue: { kind: 'time', ms: 1_000 } },
  },
  {
    id: 'lte-short-queue',
    title: 'the same with a queue of one bandwidth-delay product',
    source: 'As lte. The queue is our choice, the other end of what operators may have.',
    settings: LTE,
  },
  {
    id: 'broadband',
    title: 'a fixed line at home',
    source:
      'Rates are our choice, between 69.4 / 18.4 Mbit/s of the median line and 149 down of full fibre (Ofcom, UK Home ' +
      'Broadband Performance 2023). Round trip: our choice, near the 28 ms of WebPageTest’s profile "Cable". Queue of ' +
      '1 BDP and no loss: our choice.',
    settings: { ...NOTHING, down: 100_000, up: 20_000, delay: 12.5 },
  },
  {
    id: 'slow-4g',
    title: 'a slow mobile connection, as Lighthouse has it',
    source:
      'Google, Lighthouse, mobileSlow4G in core/config/constants.js (2018) and docs/throttling.md: 1.6 / 0.75 Mbit/s, ' +
      '150 ms, no loss, about the slowest quarter of 4G. Queue of 1 BDP: our choice.',
    settings: { ...NOTHING, down: 1_600, up: 750, delay: 75 },
  },
  {
    id: 'reference-4g',
    title: 'stress test: independent losses on a good mobile connection',
    source: `${REFERENCE} Cellular links repair losses below IP; real losses come in bursts.`,
    settings: { ...NOTHING, down: 20_000, up: 10_000, delay: 50, loss: 0.005 },
  },
  {
    id: 'reference-3g',
    title: 'a slow mobile connection',
    source: REFERENCE,
    settings: { ...NOTHING, down: 1_000, up: 500, delay: 100, loss: 0.01 },
  },
  {
    id: 'reference-high-loss',
    title: 'far away and lossy',
    source: REFERENCE,
    settings: { ...NOTHING, down: 5_000, up: 2_000, delay: 200, loss: 0.05 },
  },
  {
    id: 'reference-extreme-loss',
    title: 'every other packet lost, as the reference had configured its high-loss network',
    source: REFERENCE,
    settings: { ...NOTHING, down: 5_000, up: 2_000, delay: 200, loss: 0.5 },
  },
  {
    id: 'lte-tmobile',
    title: 'recorded LTE of T-Mobile, 140 s (NSDI 2013)',
    source: RECORDED,
    settings: recorded('lte-tmobile.csv'),
  },
  {
    id: 'lte-verizon',
    title: 'recorded LTE of Verizon, 140 s (NSDI 2013)',
    source: RECORDED,
    settings: recorded('lte-verizon.csv'),
  },
  {
    id: 'lte-att-driving',
    title: 'recorded LTE of AT&T in a moving car, 120 s (2016)',
    source: RECORDED,
    settings: recorded('lte-att-driving.csv'),
  },
  {
    id: 'ideal',
    title: 'nothing emulated, two namespaces and a veth pair',
    source: 'A condition of the reference microbenchmark.',
    settings: NOTHING,
  },
  {
    id: LOOPBACK,
    title: 'the machine’s own loopback device, no namespaces',
    source: 'It emulates no network.',
    settings: NOTHING,
  },
];

/** Those that a backend makes. */
export function emulatedProfiles(): NetworkProfile[] {
  return NETWORKS.filter(({ id }) => id !== LOOPBACK).map(({ id, settings }) =>
    profileOf(id, settings),
  );
}

export const NETWORK_NAMES = NETWORKS.map(({ id }) => id).join(', ');

/** @throws UserError that names the options of a network with changes, or lists the names when there is no such network. */
export function networkNamed(id: string): Network {
  const [name = '', ...changes] = id.split('+');
  const network = NETWORKS.find((known) => known.id === name);
  if (network?.id === id) return network;
  const flags = changes.map((change) => ` --${change.replace('=', ' ')}`).join('');
  const known = `known: ${NETWORK_NAMES}, or a profile file NAME.json`;
  throw new UserError(
    network
      ? `"${id}" has changes; give "${name}" with${flags}`
      : `unknown network "${id}"; ${known}`,
  );
}

/** @throws UserError that lists the names when there is no such network. */
export function profileNamed(id: string): NetworkProfile {
  return profileOf(id, networkNamed(id).settings);
}

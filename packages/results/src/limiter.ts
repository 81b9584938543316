import type { NetworkProfile } from './network-profile.ts';
import { CLIENT_GROUPS, SIBLINGS } from './resources.ts';
import type { CellResources, Limiter, ResourceTimeline } from './resources.ts';
import { rateOf } from './rate-of.ts';

/** A link is full from this share of its rate on, a thread from this share of one core on. */
export const AT_LIMIT = 0.9;
/** The machine is full from this share of all cores on. */
const MACHINE_FULL = 0.95;

/** A step is busy from this share of the link's rate on or, where it has none, this rate. */
const MOVING_SHARE = 0.1;
const MOVING_KBPS = 1_000;
/** Or client and server together keep this many cores busy. */
const WORKING_CORES = 0.25;

/** Share of the busy time for which the limiting party must be at its limit. */
const MOST_OF_THE_TIME = 0.5;
/** Less for the emulator, which is no part of what is measured. */
const EMULATOR_TIME = 0.1;
/** Share of the busy time from which on what fills the machine beside the cell is mentioned. */
const WORTH_TELLING = 0.1;
/** A shorter busy time has too few steps. */
const JUDGED_FROM_SECONDS = 1;

type Party = Exclude<Limiter['verdict'], 'none'>;
/** In this order: parties that would spoil a comparison of servers come first. */
const PARTIES = ['emulator', 'client', 'server', 'link'] as const satisfies readonly Party[];

/** One party's load during one step. */
interface Claim {
  readonly party: Party;
  readonly share: number;
  /** The reference of the share. */
  readonly of: string;
}

type Links = Pick<NetworkProfile, 'down' | 'up'>;
const DIRECTIONS = ['down', 'up'] as const;

/**
 * The limiting party of a cell; the rule is in docs/how-it-measures.md.
 * @returns null without a timeline of the cell.
 */
export function limiterOf(
  {
    timeline,
    machine,
    targetMachine,
  }: Pick<CellResources, 'timeline' | 'targetMachine'> & {
    readonly machine: { readonly cores: number } | null;
  },
  network: Links,
): Limiter | null {
  if (timeline === null || machine === null) return null;
  const here = onClient({ timeline, targetMachine });
  const busy = [...timeline.machine.keys()].filter((step) => isBusy(timeline, network, step));
  const seconds = (busy.length * timeline.intervalMs) / 1_000;
  const busyTime = `the busy time (${seconds.toFixed(1)} s)`;
  const filledBy = (what: 'siblings' | 'others') => {
    const by = busy.filter((step) => filler(here, machine.cores, step) === what);
    const share = by.length / busy.length;
    return share < WORTH_TELLING ? '' : `filled the machine for ${percent(share)} of that time`;
  };
  const [siblings, others] = [filledBy('siblings'), filledBy('others')];
  const remark = [
    siblings && `; cells side by side with this one ${siblings}`,
    others && `; other work ${others}`,
  ].join('');
  if (seconds < JUDGED_FROM_SECONDS) {
    return { verdict: 'none', why: `none: too short to judge, ${busyTime} is under 1 s` };
  }
  const claims = busy.flatMap(
    (step) => claim({ timeline, here }, network, machine.cores, step) ?? [],
  );
  const part = (party: Party) => claims.filter((each) => each.party === party).length / busy.length;
  const limiting = PARTIES.find(
    (party) => part(party) >= (party === 'emulator' ? EMULATOR_TIME : MOST_OF_THE_TIME),
  );
  if (limiting === undefined) {
    const some = PARTIES.filter((party) => part(party) > 0);
    const parts = some.map((party) => `${party} ${percent(part(party))}`).join(', ');
    const why =
      parts === ''
        ? `none: nothing at its limit in ${busyTime}`
        : `none: at its limit for a part of ${busyTime}: ${parts}`;
    return { verdict: 'none', why: `${why}${remark}` };
  }
  const { share, of } = typical(claims.filter(({ party }) => party === limiting));
  const why = `${limiting}: ${percent(share)} of ${of} for ${percent(part(limiting))} of ${busyTime}`;
  return { verdict: limiting, why: `${why}${remark}` };
}

/**
 * What keeps all cores busy: the cell with half of it or more, else the cells side by side with it, else
 * processes outside of the lab. Null while some are idle.
 */
function filler(
  timeline: ResourceTimeline,
  cores: number,
  step: number,
): 'cell' | 'siblings' | 'others' | null {
  const { emulator, client, server, siblings } = coresOf(timeline, step);
  const share = timeline.machine[step] ?? 0;
  if (share < MACHINE_FULL) return null;
  const [own, half] = [emulator + client + server, (share * cores) / 2];
  if (own >= half) return 'cell';
  return own + siblings >= half ? 'siblings' : 'others';
}

/** What was on the client's machine: a server elsewhere fills no core of it. */
export function onClient({
  timeline,
  targetMachine,
}: {
  readonly timeline: ResourceTimeline;
  readonly targetMachine: CellResources['targetMachine'];
}): ResourceTimeline {
  if (targetMachine === undefined) return timeline;
  const { server: _server, proxy: _proxy, ...cores } = timeline.cores;
  return { ...timeline, cores };
}

function isBusy(timeline: ResourceTimeline, network: Links, step: number): boolean {
  if ((timeline.measuring[step] ?? 0) < 0.5) return false;
  const moves = DIRECTIONS.some((direction) => {
    const rate = rateOf(network[direction]);
    const kbps = timeline.wireKbps?.[direction][step] ?? 0;
    return kbps >= (rate === null ? MOVING_KBPS : MOVING_SHARE * rate.meanKbps);
  });
  const { server, client } = coresOf(timeline, step);
  return moves || server + client >= WORKING_CORES;
}

/** The first party that was at its limit, and its highest load. */
function claim(
  { timeline, here }: { readonly timeline: ResourceTimeline; readonly here: ResourceTimeline },
  network: Links,
  cores: number,
  step: number,
): Claim | null {
  const atLimit = [...threadLoads(timeline, step), ...linkLoads(timeline, network, step)].filter(
    ({ share }) => share >= AT_LIMIT,
  );
  const [first] = [...atLimit, ...fullMachine(here, cores, step)].toSorted(
    (a, b) => PARTIES.indexOf(a.party) - PARTIES.indexOf(b.party) || b.share - a.share,
  );
  return first ?? null;
}

/**
 * One thread of Node, of a browser process or of the emulator can do no more than one core's work.
 * Go moves the work of one connection between threads: all threads of the proxy count as one.
 */
function threadLoads({ busiestThread, cores }: ResourceTimeline, step: number): Claim[] {
  const thread = (party: Party, group: string): Claim => ({
    party,
    share: busiestThread[group]?.[step] ?? 0,
    of: `one core in a thread of the ${group}`,
  });
  const proxy = Math.min(1, cores['proxy']?.[step] ?? 0);
  return [
    thread('emulator', 'emulator'),
    ...CLIENT_GROUPS.map((group) => thread('client', group)),
    thread('server', 'server'),
    { party: 'server', share: proxy, of: 'one core in the proxy' },
  ];
}

/**
 * On a full machine the client or the server, whichever uses more; none when processes outside of the
 * lab fill it. The emulator is not affected: it has precedence over all processes.
 */
function fullMachine(timeline: ResourceTimeline, cores: number, step: number): Claim[] {
  const share = timeline.machine[step] ?? 0;
  const by = filler(timeline, cores, step);
  if (by === null || by === 'others') return [];
  const ours = coresOf(timeline, step);
  const party = ours.client >= ours.server ? 'client' : 'server';
  return [{ party, share, of: `all ${cores} cores, more of them by the ${party}` }];
}

function linkLoads({ wireKbps }: ResourceTimeline, network: Links, step: number): Claim[] {
  return DIRECTIONS.flatMap((direction): Claim[] => {
    const rate = rateOf(network[direction]);
    if (rate === null || wireKbps === null) return [];
    const share = (wireKbps[direction][step] ?? 0) / rate.meanKbps;
    const mbps = `${rate.isConstant ? '' : 'a mean of '}${Number((rate.meanKbps / 1_000).toFixed(3))}`;
    return [{ party: 'link', share, of: `${mbps} Mbit/s ${direction}` }];
  });
}

function coresOf({ cores }: ResourceTimeline, step: number) {
  const of = (group: string) => cores[group]?.[step] ?? 0;
  return {
    emulator: of('emulator'),
    client: CLIENT_GROUPS.reduce((sum, group) => sum + of(group), 0),
    server: of('server') + of('proxy'),
    siblings: of(SIBLINGS),
  };
}

/** The most frequent claim, with the mean of its shares. */
function typical(claims: readonly Claim[]): Pick<Claim, 'share' | 'of'> {
  const kinds = Object.values(Object.groupBy(claims, ({ of }) => of)).map((kind) => kind ?? []);
  const [kind = []] = kinds.toSorted((a, b) => b.length - a.length);
  const share = kind.reduce((sum, each) => sum + each.share, 0) / kind.length;
  return { share, of: kind[0]?.of ?? '' };
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

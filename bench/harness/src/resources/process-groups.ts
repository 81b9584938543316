import { type ProcessStat, processStat } from '@holbench/process/is-running';
import type { ProcessGroup } from '@holbench/results/resources';
import { processIds, threadIds, TICKS_PER_SECOND } from './proc-stat.ts';

/** Resources used by a group since the last reading. */
export interface GroupUse {
  cpuSeconds: number;
  residentPages: number;
  /** Of the one thread that ran longest. */
  busiestThreadSeconds: number;
}

interface Member {
  readonly group: ProcessGroup;
  ticks: number;
  threads: Map<number, number>;
}

/**
 * Threads are read only if their process used this share of a core: reading them is most of the
 * cost.
 */
const WORTH_ASKING = 0.2;

/**
 * The processes of a cell as trees. A new process is assigned by its parent when it is first seen.
 * Later readings cover members and new processes only.
 */
export class ProcessGroups {
  readonly #roots = new Map<number, ProcessGroup>();
  readonly #members = new Map<number, Member>();
  #others = new Set<number>();

  /** Adds a tree. Resources used before do not count. */
  watch(group: ProcessGroup, pid: number): void {
    this.#roots.set(pid, group);
    // Some of them may be its children.
    this.#others.clear();
    const ids = processIds();
    for (const [id, stat] of this.#findNew(ids)) {
      const member = this.#members.get(id);
      if (member?.group !== group) continue;
      member.ticks = ticksOf(stat, group);
      member.threads = threadTicks(id);
    }
    this.#forgetOthers(ids);
  }

  /** @param seconds since the last reading. */
  read(seconds: number): Map<ProcessGroup, GroupUse> {
    const ids = processIds();
    const found = this.#findNew(ids);
    const alive = new Set(ids);
    const use = new Map<ProcessGroup, GroupUse>();
    for (const group of this.#roots.values()) {
      use.set(group, { cpuSeconds: 0, residentPages: 0, busiestThreadSeconds: 0 });
    }
    for (const [pid, member] of this.#members) {
      const stat = alive.has(pid) ? (found.get(pid) ?? processStat(pid)) : null;
      const total = use.get(member.group);
      if (stat === null || total === undefined) {
        this.#members.delete(pid);
        continue;
      }
      const ticks = ticksOf(stat, member.group);
      const cpuSeconds = (ticks - member.ticks) / TICKS_PER_SECOND;
      member.ticks = ticks;
      total.cpuSeconds += cpuSeconds;
      total.residentPages += stat.residentPages;
      const busiest =
        cpuSeconds >= WORTH_ASKING * seconds ? busiestThread(pid, member, cpuSeconds) : cpuSeconds;
      total.busiestThreadSeconds = Math.max(total.busiestThreadSeconds, busiest);
    }
    this.#forgetOthers(ids);
    return use;
  }

  /** Processes of a group at the last reading. */
  *membersOf(groups: readonly ProcessGroup[]): Generator<number> {
    for (const [pid, { group }] of this.#members) if (groups.includes(group)) yield pid;
  }

  /** Processes of every group, now. */
  members(): Map<ProcessGroup, number[]> {
    const ids = processIds();
    this.#findNew(ids);
    this.#forgetOthers(ids);
    const groups = new Map<ProcessGroup, number[]>();
    for (const [pid, { group }] of this.#members) {
      groups.set(group, [...(groups.get(group) ?? []), pid]);
    }
    return groups;
  }

  #forgetOthers(ids: readonly number[]): void {
    this.#others = new Set(ids.filter((id) => !this.#members.has(id)));
  }

  /** Adds new processes that belong to a tree. @returns the readings of all of them. */
  #findNew(ids: readonly number[]): Map<number, ProcessStat> {
    const found = new Map<number, ProcessStat>();
    for (const id of ids) {
      if (this.#members.has(id) || this.#others.has(id)) continue;
      const stat = processStat(id);
      if (stat) found.set(id, stat);
    }
    for (const id of found.keys()) {
      const group = this.#groupOf(id, found);
      // A process that is new has used all its time since the last reading.
      if (group) this.#members.set(id, { group, ticks: 0, threads: new Map() });
    }
    return found;
  }

  #groupOf(id: number, found: ReadonlyMap<number, ProcessStat>): ProcessGroup | undefined {
    let each: number | undefined = id;
    while (each !== undefined) {
      const group = this.#roots.get(each) ?? this.#members.get(each)?.group;
      if (group) return group;
      each = found.get(each)?.parentPid;
    }
    return undefined;
  }
}

/** The recorder starts processes that end before they are seen; they count when they have ended. */
function ticksOf({ ticks, childTicks }: ProcessStat, group: ProcessGroup): number {
  return group === 'recorder' ? ticks + childTicks : ticks;
}

/**
 * A thread's last reading may be older than its process's. Its use is then overestimated, so it is
 * limited to that of its process.
 */
function busiestThread(pid: number, member: Member, processSeconds: number): number {
  const before = member.threads;
  member.threads = threadTicks(pid);
  let most = 0;
  for (const [id, ticks] of member.threads) most = Math.max(most, ticks - (before.get(id) ?? 0));
  return Math.min(most / TICKS_PER_SECOND, processSeconds);
}

function threadTicks(pid: number): Map<number, number> {
  const ticks = new Map<number, number>();
  for (const id of threadIds(pid)) {
    const stat = processStat(pid, id);
    if (stat) ticks.set(id, stat.ticks);
  }
  return ticks;
}

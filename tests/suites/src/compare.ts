import { outcomesIn, type Stored } from './stored.ts';
import type { Outcomes } from './suite.ts';

/** A case whose outcome is not the stored one. */
export interface Difference {
  readonly id: string;
  readonly stored: string;
  readonly now: string;
}

const ABSENT = 'absent';

/** What differs between a run of one subject and its stored outcomes; a case that only one of them has differs too. */
export function compare(subject: string, { cases }: Stored, now: Outcomes): Difference[] {
  const stored = new Map(
    Object.entries(cases).flatMap(([id, bySubject]) => {
      const outcome = bySubject[subject];
      return outcome === undefined ? [] : [[id, outcome] as const];
    }),
  );
  const ids = new Set([...stored.keys(), ...Object.keys(now)]);
  return [...ids].flatMap((id) => {
    const difference = { id, stored: stored.get(id) ?? ABSENT, now: now[id] ?? ABSENT };
    return outcomesIn(difference.stored).includes(difference.now) ? [] : [difference];
  });
}

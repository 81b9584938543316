import type { Interval } from '@holbench/stats/bootstrap';
import { selectArms } from '../model/published-table.ts';
import { setUpTable } from '../model/set-up-table.ts';
import type { ReportData } from '../model/report-data.ts';
import type { OfArm } from './arms.ts';

export interface SetUpStep {
  readonly user: 'new' | 'returning';
  readonly until: 'first byte' | 'first message';
  /** Median over rounds of the medians, in round trips of the link as certified before the cell. */
  readonly roundTrips: number;
  readonly interval: Interval | null;
}

export interface SetUpVariant extends OfArm {
  readonly steps: readonly SetUpStep[];
}

const STEPS = [
  { user: 'new', until: 'first byte', column: 'first byte (RTT)' },
  { user: 'new', until: 'first message', column: 'first message (RTT)' },
  { user: 'returning', until: 'first byte', column: 'returning: first byte (RTT)' },
  { user: 'returning', until: 'first message', column: 'returning: first message (RTT)' },
] as const;

/** The figures of the table of set-up, one row each; only those that have one. */
export function setUpData(data: ReportData, network: string, scenario: string): SetUpVariant[] {
  const { columns, rows } = setUpTable(data, network, { scenario, id: '' });
  const selections = selectArms({ data, network, scenario, kind: 'text' });
  return selections.flatMap(({ variant, arm, header }) => {
    const row = rows.find((each) => each.header === header);
    const steps = STEPS.flatMap(({ user, until, column }): SetUpStep[] => {
      const figure = row?.figures[columns.indexOf(column)];
      if (figure?.state !== 'ok' || figure.value === null) return [];
      return [{ user, until, roundTrips: figure.value, interval: figure.interval }];
    });
    return steps.length === 0 ? [] : [{ variant, arm, header, steps }];
  });
}

import { plainText } from '@holbench/reports/document/block';
import type { Report } from '@holbench/reports/report';
import { FACTORS } from '@holbench/factors/registry';
import { answersOf } from '@holbench/reports/answer/place-answer';
import { leadOf } from '@holbench/reports/answer/sentences';
import { BESIDE_BULK } from '@holbench/reports/topics/beside-bulk';
import { directionOf } from '@holbench/scenarios/registry';
import { overviewRows } from './overview.ts';
import type { Race, ReplayIndex } from './race.ts';

/** What a page shows of a run before it loads a race. */
export function raceIndexOf(
  report: Pick<Report, 'data' | 'relation'>,
  races: readonly Race[],
): ReplayIndex {
  const { manifest } = report.data;
  const { cores, cpu, os } = manifest.machine;
  const settings = races.flatMap(({ lanes }) => lanes.map((lane) => lane.settings)).join(' ');
  return {
    mode: 'replay',
    run: manifest.run,
    startedAt: manifest.startedAt,
    machine: `${cores} cores of ${cpu}, ${os}`,
    flags: FACTORS.filter(({ flag }) => settings.includes(`--${flag} `)).map(({ flag, help }) => ({
      flag,
      help,
    })),
    races: races.map(({ id, network, link, direction, round }) => ({
      id,
      network,
      link,
      direction,
      round,
    })),
    places: answersOf(report, [BESIDE_BULK]).map((place) => {
      const { headline, reasons, certainty } = leadOf(report, place);
      return {
        network: place.network,
        direction: directionOf(place.scenario),
        rows: overviewRows(report, place),
        statements: [...[headline, ...reasons].map(plainText), certainty],
      };
    }),
  };
}

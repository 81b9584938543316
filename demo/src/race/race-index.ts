import { plainText } from '@holbench/reports/document/block';
import type { Report } from '@holbench/reports/report';
import { FACTORS } from '@holbench/factors/registry';
import { answersOf } from '@holbench/reports/answer/place-answer';
import { leadOf } from '@holbench/reports/answer/sentences';
import { BESIDE_BULK } from '@holbench/reports/topics/beside-bulk';
import { BESIDE } from '@holbench/scenarios/headline';
import { directionOf } from '@holbench/scenarios/registry';
import { figuresOf, overviewRows } from './overview.ts';
import type { DemoIndex, Race } from './race.ts';

/** What a page shows of a run before it loads a race. */
export function raceIndexOf(
  report: Pick<Report, 'data' | 'relation'>,
  races: readonly Race[],
): DemoIndex {
  const { manifest } = report.data;
  const { cores, cpu, os } = manifest.machine;
  const settings = races.flatMap(({ lanes }) => lanes.map((lane) => lane.settings)).join(' ');
  return {
    run: manifest.run,
    about: `Measured ${manifest.startedAt.slice(0, 10)} on ${cores} cores of ${cpu}, ${os}, with Chromium over emulated networks.`,
    flags: FACTORS.filter(({ flag }) => settings.includes(`--${flag} `)).map(({ flag, help }) => ({
      flag,
      help,
    })),
    races: races.map(({ id, network, direction, round, connection }) => ({
      id,
      network,
      direction,
      round,
      connection,
    })),
    places: answersOf(report, [BESIDE_BULK]).flatMap((place) => {
      const [delay] = figuresOf(report.relation, place, BESIDE.delay);
      if (delay === undefined) return [];
      const { headline, reasons, certainty } = leadOf(report, place);
      return {
        network: place.network,
        direction: directionOf(place.scenario),
        delay: delay.metric.title,
        rows: overviewRows(report, place),
        headline: plainText(headline),
        statements: [...reasons.map(plainText), certainty],
      };
    }),
    refused: null,
    choices: null,
  };
}

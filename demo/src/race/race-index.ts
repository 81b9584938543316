import { plainText } from '@holbench/reports/document/block';
import type { Report } from '@holbench/reports/report';
import { answersOf } from '@holbench/reports/answer/place-answer';
import { leadOf } from '@holbench/reports/answer/sentences';
import { BESIDE_BULK } from '@holbench/reports/topics/beside-bulk';
import { directionOf } from '@holbench/scenarios/registry';
import type { DemoIndex, Race } from './race.ts';

/** What a page shows of a run before it loads a race. */
export function raceIndexOf(
  report: Pick<Report, 'data' | 'relation'>,
  races: readonly Race[],
): DemoIndex {
  const { manifest } = report.data;
  const { cores, cpu, os } = manifest.machine;
  return {
    run: manifest.run,
    about: `Measured ${manifest.startedAt.slice(0, 10)} on ${cores} cores of ${cpu}, ${os}, with Chromium over emulated networks.`,
    races: races.map(({ id, network, direction, round, connection }) => ({
      id,
      network,
      direction,
      round,
      connection,
    })),
    places: answersOf(report, [BESIDE_BULK]).map((place) => {
      const { headline, reasons, certainty } = leadOf(report, place);
      return {
        network: place.network,
        direction: directionOf(place.scenario),
        headline: plainText(headline),
        statements: [...reasons.map(plainText), certainty],
      };
    }),
    refused: null,
    choices: null,
  };
}

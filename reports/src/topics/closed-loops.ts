import { scenariosOf } from '@holbench/scenarios/registry';
import { isOverQuic, PROTOCOL_NAMES } from '@holbench/variants/protocols';
import { listed, plainText, type Sentence } from '../document/block.ts';
import { withUnit } from '../document/figure-text.ts';
import type { Place } from '../figures/figure.ts';
import type { Report } from '../report.ts';
import { figurePart, listing } from '../verdicts/sentences.ts';

const OPEN_LOOPS = scenariosOf('beside-bulk').map(({ id }) => id);
const IDS = scenariosOf('rates').map(({ id }) => id);

/** Below it the lab's clients load clearly less than another program. */
const LEAST_CHECK = 0.9;

/** The servers that could do more than the lab's clients ask of them. */
export function slowClientSentences(
  { relation }: Pick<Report, 'relation'>,
  place: Place,
): Sentence[] {
  const ratios = relation
    .at(place)
    .filter(
      ({ metric, arm, value }) =>
        metric.id.startsWith('check-ratio-') && arm === '' && value !== null && value < LEAST_CHECK,
    );
  return listing('The lab’s clients load less than another program: ', ratios, (figure) => [
    `${figure.variant.id} `,
    figurePart(figure, withUnit(figure)),
    ` (${figure.metric.title})`,
  ]);
}

/** How to read a closed loop, and what drove it. */
export function loopNotes({ relation }: Report): Sentence[] {
  const found = relation.figures.filter(
    ({ scenario, value }) => IDS.includes(scenario) && value !== null,
  );
  const checks = found.filter(({ metric }) => metric.id.startsWith('check-ratio-'));
  const programs = [...new Set(checks.map(({ metric }) => metric.id.replace('check-ratio-', '')))];
  const overQuic = new Set(
    found.flatMap(({ variant: { protocol } }) =>
      isOverQuic(protocol) ? PROTOCOL_NAMES[protocol] : [],
    ),
  );
  return [
    [
      `Closed loop: each client waits for its answer before it asks again, so these latencies are not those of ${OPEN_LOOPS.join(' and ')}.`,
    ],
    ...[...overQuic].map((name): Sentence => [
      `A page drives ${name} over one connection and adds milliseconds of its own, so ${name} is not ranked.`,
    ]),
    programs.length === 0
      ? ['No other program checked these rates.']
      : [
          `${plainText(listed(programs.map((program) => [program])))} repeated loads over HTTP. The report names every server for which the lab’s clients reach less than ${LEAST_CHECK} of their rate.`,
        ],
  ];
}

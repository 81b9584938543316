import { type Figure, keyOf, type Place } from '../figures/figure.ts';
import type { Relation } from '../figures/relation.ts';
import { headerOf } from '../figures/selections.ts';
import { NAMES } from './comparability.ts';

/** A figure of each variant and arm at each place of which something was measured, or failed. */
export function measuredRows({ figures }: Relation): ReadonlyMap<string, Figure> {
  const measured = figures.filter(({ state }) => state !== 'not-run' && state !== 'unsupported');
  return new Map(measured.map((figure) => [rowText(figure), figure]));
}

export function rowText(figure: Figure): string {
  const { network, variant, arm } = keyOf(figure);
  return JSON.stringify([network, placeText(figure), variant, arm]);
}

/** `download text`. */
export function placeText({ scenario, kind }: Place): string {
  return `${scenario} ${kind}`;
}

/** What only one of two runs has, one line each: networks, places, or variants at some places. */
export function onlyOneLines(here: Relation, there: Relation): string[] {
  return [...linesOf(NAMES[0], here, there), ...linesOf(NAMES[1], there, here)];
}

function linesOf(name: string, own: Relation, other: Relation): string[] {
  const networks = new Set(own.places.map(({ network }) => network));
  const lines = [...networks].flatMap((network) => {
    const isKnown = other.placesOver(network, () => true).length > 0;
    const texts = isKnown ? lackingTexts(network, own, other) : ['the network'];
    return texts.map((text) => ({ network, text }));
  });
  return [...Map.groupBy(lines, ({ text }) => text)].map(([text, members]) => {
    const over = members.map(({ network }) => network).join(', ');
    return `${over}: only in ${name}: ${text}`;
  });
}

/** `1a text; 3e text` of which the other has nothing; `B1 uws-ws in download text; upload text`. */
function lackingTexts(network: string, own: Relation, other: Relation): string[] {
  const others = measuredRows(other);
  const over = (rows: typeof others) => [...rows.values()].filter((row) => row.network === network);
  const places = new Set(over(others).map(placeText));
  const lacking = over(measuredRows(own)).filter((row) => !others.has(rowText(row)));
  const groups = Map.groupBy(Map.groupBy(lacking, placeText), ([place, rows]) =>
    places.has(place) ? `${rows.map(headerOf).join('; ')} in ` : '',
  );
  return [...groups].map(([rows, members]) => rows + members.map(([place]) => place).join('; '));
}

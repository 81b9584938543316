import { directionOf } from '@holbench/scenarios/registry';
import type { Place } from '../figures/figure.ts';

/** `scenario upload over network reference-4g`: the nouns, because ids such as `upload` are words of their own. */
export function placeName(
  { scenario, network }: Pick<Place, 'scenario' | 'network'>,
  of = '',
): string {
  return `${scenarioText(scenario)}${of} over ${networkText(network)}`;
}

/** `beside a download`. */
export function besideWords(scenario: string): string {
  return directionOf(scenario) === 'download' ? 'beside a download' : 'beside an upload';
}

/** `beside a download (scenario download)`. */
export function besideText(scenario: string): string {
  return `${besideWords(scenario)} (${scenarioText(scenario)})`;
}

/** `scenario upload`, `scenarios 1a, 3e`. */
export function scenarioText(...ids: readonly string[]): string {
  return `scenario${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`;
}

export function networkText(id: string): string {
  return `network ${id}`;
}

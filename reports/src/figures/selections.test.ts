import { expect, test } from 'vitest';
import { dataOf, networkOf } from '../../fixtures/claim-data.ts';
import { placesOf } from './selections.ts';

test('a run of parts shows what they would have run as missing, and nothing else', () => {
  const data = dataOf([networkOf('clean', {}), networkOf('lossy', {})], []);
  const places = (parts: typeof data.manifest.config.parts) => {
    const config = { ...data.manifest.config, scenarios: ['1a', 'download'], parts };
    const found = placesOf({ ...data, manifest: { ...data.manifest, config } });
    return found.map(({ network, scenario, kind }) => [network, scenario, kind].join(' '));
  };
  const part = { claims: [], variants: ['node-ws'], rounds: 11, sweep: [] };
  const ofBulk = {
    ...part,
    networks: ['lossy'],
    scenarios: ['download'],
    kinds: ['text' as const],
  };
  const ofFiles = { ...part, networks: ['clean'], scenarios: ['1a'], kinds: ['binary' as const] };
  expect(places([ofBulk, ofFiles])).toEqual(['clean 1a binary', 'lossy download text']);
  expect(places([])).toHaveLength(2 * (2 + 1));
});

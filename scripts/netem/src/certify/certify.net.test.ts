import { describe, expect, test } from 'vitest';
import {
  mislabelled,
  options,
  skipped,
  TIMEOUT_MS,
  whyNoCable,
  whyNoRattan,
} from '../../fixtures/certified-links.ts';
import { changed } from '../../fixtures/test-profiles.ts';
import { noneBackend } from '../backends/none.ts';
import { rattanBackend } from '../backends/rattan.ts';
import { profileNamed } from '../profiles.ts';
import { certifyProfile, checkLink } from './certify.ts';
import { measureLink } from './measure-link.ts';

const fourG = profileNamed('reference-4g');

describe.skipIf(whyNoCable !== null)(`a cable${skipped(whyNoCable)}`, () => {
  test('is not reference-4g', { timeout: TIMEOUT_MS }, async () => {
    await using cable = await noneBackend.start(options(profileNamed('ideal')));
    const { problems } = await checkLink({ ...cable, profile: fourG }, 7);
    // Delays of 0, TCP and UDP at 1.5 × the rate, none lost.
    expect(problems.length).toBeGreaterThanOrEqual(7);
  });
  test('that has been removed is an error', { timeout: TIMEOUT_MS }, async () => {
    const cable = await noneBackend.start(options(profileNamed('ideal')));
    await cable.stop();
    await expect(measureLink(cable, 'check')).rejects.toThrow(
      /link measurement failed \(exit code 1\)/,
    );
  });
  test('whose emulator ends meanwhile is an error', { timeout: TIMEOUT_MS }, async () => {
    await using cable = await noneBackend.start(options(profileNamed('ideal')));
    const ended = Promise.resolve('signal SIGKILL');
    await expect(measureLink({ ...cable, ended }, 'full')).rejects.toThrow(
      'the emulator ended while its link was measured (signal SIGKILL)',
    );
  });
});

describe.skipIf(whyNoRattan !== null)(`rattan${skipped(whyNoRattan)}`, () => {
  test('is certified as reference-4g', { timeout: TIMEOUT_MS }, async () => {
    const certificate = await certifyProfile(rattanBackend, options(fourG));
    expect(certificate.problems).toEqual([]);
  });

  test('a check notices another rate as well', { timeout: TIMEOUT_MS }, async () => {
    await using link = await mislabelled(fourG, changed(fourG, { rateKbps: 15_000 }));
    const { problems } = await checkLink(link, 7);
    expect(problems.join('\n')).toMatch(/down: rate of UDP and TCP is 1\d.*, configured 20 /);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkSchema } from '@holbench/results/check-schema';
import { NetworkProfile } from '@holbench/results/network-profile';
import { Command } from 'commander';
import { afterAll, describe, expect, it, test } from 'vitest';
import { addProfileOptions, type ProfileOptions, profilesOf } from './profile-options.ts';
import { emulatedProfiles, profileNamed } from './profiles.ts';

const folder = mkdtempSync(join(tmpdir(), 'holbench-profiles-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(content: unknown): string {
  const path = join(folder, 'dsl.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const NOTHING_SHAPED = { rateKbps: null, delayMs: 0, lossFraction: 0, queue: null };

function only(options: ProfileOptions): NetworkProfile {
  const [profile, ...others] = profilesOf(options);
  if (!profile || others.length > 0) throw new Error('expected one profile');
  return profile;
}

describe('the known networks', () => {
  it('are what DESIGN and their sources say, with queues of one BDP, but for lte and traces', () => {
    const rows = emulatedProfiles().map(({ id, down, up }) => [
      id,
      down.rateKbps,
      up.rateKbps,
      down.delayMs,
      down.lossFraction,
      down.queue?.kind === 'droptail' ? down.queue.limitBytes : null,
      up.queue?.kind === 'droptail' ? up.queue.limitBytes : null,
    ]);
    expect(rows).toEqual([
      ['lte', 20_000, 10_000, 45, 0, 2_500_000, 1_250_000],
      ['lte-short-queue', 20_000, 10_000, 45, 0, 225_000, 112_500],
      ['broadband', 100_000, 20_000, 12.5, 0, 312_500, 62_500],
      ['slow-4g', 1_600, 750, 75, 0, 30_000, 14_063],
      ['reference-4g', 20_000, 10_000, 50, 0.005, 250_000, 125_000],
      ['reference-3g', 1_000, 500, 100, 0.01, 25_000, 12_500],
      ['reference-high-loss', 5_000, 2_000, 200, 0.05, 250_000, 100_000],
      ['reference-extreme-loss', 5_000, 2_000, 200, 0.5, 250_000, 100_000],
      // Of those with a trace one second of the mean rate .
      ['lte-tmobile', null, null, 45, 0, 2_087_323, 1_664_456],
      ['lte-verizon', null, null, 45, 0, 628_436, 743_196],
      ['lte-att-driving', null, null, 45, 0, 570_025, 238_738],
      ['ideal', null, null, 0, 0, null, null],
    ]);
  });

  it('do not vary their delay, which would decide when slow start ends', () => {
    const jitters = emulatedProfiles().flatMap(({ down, up }) => [down.jitterMs, up.jitterMs]);
    expect(new Set(jitters)).toEqual(new Set([0]));
  });

  it.each(emulatedProfiles())('$id fits the schema of certificates', (profile) => {
    expect(checkSchema(NetworkProfile, profile)).toEqual(profile);
  });

  it('are listed when there is no such name', () => {
    const message =
      'unknown network "5g"; known: lte, lte-short-queue, broadband, slow-4g, reference-4g, reference-3g, reference-high-loss, reference-extreme-loss, lte-tmobile, lte-verizon, lte-att-driving, ideal, loopback';
    expect(() => profileNamed('5g')).toThrow(message);
    expect(() => profilesOf({ networks: ['reference-4g', '5g'] })).toThrow(message);
    expect(() => profilesOf({ networks: [] })).toThrow('no network given; known: lte');
  });

  it.each([
    [
      'reference-3g+loss=1%+burst=4',
      '"reference-3g+loss=1%+burst=4" has changes; give "reference-3g" with --loss 1% --burst 4',
    ],
    ['5g+loss=1%', /^unknown network "5g\+loss=1%"; known: lte, /],
  ])('%s is answered with what to give', (name, message) => {
    expect(() => profilesOf({ networks: [name] })).toThrow(message);
  });
});

describe('loopback', () => {
  it('is a network that nothing emulates', () => {
    expect(only({ networks: ['loopback'] })).toMatchObject({
      id: 'loopback',
      down: NOTHING_SHAPED,
    });
    expect(() => profilesOf({ networks: ['loopback'], loss: '1%', delay: '5ms' })).toThrow(
      'loopback is not emulated, so it has no delay=5ms; choose ideal',
    );
  });
});

describe('flags', () => {
  it('derive an id in one order, whatever theirs was and however they are spelled', () => {
    const id = 'reference-4g+up=1.5mbit+delay=500ms+loss=1%+burst=4+queue=codel';
    const flags = { queue: 'codel', burst: '4', loss: '1.0%', delay: '0.5s', up: '1500kbit' };
    expect(only({ network: 'reference-4g', ...flags }).id).toBe(id);
  });

  it('leave the id and the profile when they change nothing', () => {
    const same = { down: '20Mbit/s', delay: '0.05s', loss: '0.50%', burst: '1', queue: '1bdp' };
    expect(only({ network: 'reference-4g', ...same })).toEqual(profileNamed('reference-4g'));
  });

  it('change each chosen network; its BDP follows', () => {
    const profiles = profilesOf({
      networks: ['reference-4g', 'reference-3g', 'reference-4g'],
      delay: '100ms',
    });
    expect(profiles.map(({ id }) => id)).toEqual(['reference-4g+delay=100ms', 'reference-3g']);
    expect(profiles[0]?.down.queue).toEqual({ kind: 'droptail', limitBytes: 500_000 });
  });

  it('count a BDP as four full packets at least', () => {
    const queue = (size: string): unknown =>
      only({ network: 'ideal', down: '20mbit', queue: size }).down.queue;
    expect(queue('1bdp')).toEqual({ kind: 'droptail', limitBytes: 6_000 });
    expect(queue('0.5bdp')).toEqual({ kind: 'droptail', limitBytes: 3_000 });
    expect(queue('1s')).toEqual({ kind: 'droptail', limitBytes: 2_500_000 });
  });

  it('can limit one direction alone', () => {
    const { down, up } = only({ network: 'ideal', up: '1mbit', delay: '10ms', jitter: '2ms' });
    expect(down).toMatchObject({ rateKbps: null, queue: null, delayMs: 10, jitterMs: 2 });
    expect(up).toMatchObject({ rateKbps: 1_000, queue: { kind: 'droptail', limitBytes: 6_000 } });
  });

  it.each<[ProfileOptions, RegExp]>([
    [{ burst: '4', loss: '0%' }, /need a loss above 0%/],
    [{ burst: '1.5', loss: '90%' }, /the loss can be 60% at most/],
    [{ loss: '100%' }, /nothing arrives at all/],
    [{ jitter: '60ms' }, /jitter of 60ms needs a delay/],
    [{ queue: '0.001bdp' }, /250 bytes, less than one full packet; give at least 1500B/],
    [{ queue: '1ms', down: '8mbit' }, /1ms is 1000 bytes, less than one full packet/],
    [{ loss: '0.5' }, /^--loss: '0.5' has no unit; write 0.5% .* or 50% /],
    [{ up: '0' }, /^--up: '0' is not a rate/],
  ])('%j contradict each other or are no quantity', (flags, message) => {
    expect(() => profilesOf({ network: 'reference-4g', ...flags })).toThrow(message);
  });

  it.each(['1bdp', '100p', 'codel'])('a queue of %s needs a rate', (queue) => {
    expect(() => profilesOf({ network: 'ideal', queue })).toThrow(
      `: a queue of ${queue} needs a rate`,
    );
  });
});

describe('a profile file', () => {
  const dsl = { id: 'my-dsl', down: '20mbit', up: '10mbit', delay: '50ms', loss: '0.5%' };

  it('has the spellings of the flags, and can be changed by them', () => {
    const network = file({ ...dsl, burst: 4, queue: '100p', jitter: '2ms' });
    expect(only({ network })).toEqual(
      expect.objectContaining({
        id: 'my-dsl',
        up: {
          rateKbps: 10_000,
          delayMs: 50,
          jitterMs: 2,
          lossFraction: 0.005,
          lossBurstPackets: 4,
          queue: { kind: 'droptail-packets', limitPackets: 100 },
        },
      }),
    );
    expect(only({ network, queue: '1bdp' }).id).toBe('my-dsl+queue=1bdp');
  });

  it.each<[string, unknown, RegExp]>([
    ['text', 'down: 20mbit', /dsl\.json is not JSON/],
    ['a number', 5, /dsl\.json: expected an object/],
    ['no id', { down: '20mbit' }, /dsl\.json: "id" is missing/],
    ['an id with a slash', { ...dsl, id: '../x' }, /dsl\.json: id: expected up to 40 of a-z/],
    ['the id of a known network', { ...dsl, id: 'reference-4g' }, /choose another/],
    ['an unknown setting', { ...dsl, rate: '1mbit' }, /unknown setting "rate"; known: id, down/],
    ['a number without a unit', { ...dsl, delay: 50 }, /delay: expected text, such as "50ms"/],
    ['no quantity', { ...dsl, loss: '0.5' }, /dsl\.json: loss: '0\.5' has no unit/],
    ['a queue without a rate', { id: 'x', queue: '1bdp' }, /needs a rate/],
  ])('with %s is refused in one line', (_what, content, message) => {
    const network = file(content);
    expect(() => profilesOf({ network })).toThrow(message);
    expect(() => profilesOf({ network })).toThrow(/^[^\n]*$/);
  });

  it('that is not there is refused', () => {
    expect(() => profilesOf({ network: join(folder, 'none.json') })).toThrow(/no such file/);
  });

  it('is one network of the list, its id no other', () => {
    const networks = [file(dsl), `${folder}/../${folder.split('/').at(-1)}/dsl.json`];
    expect(() => profilesOf({ networks })).toThrow('two of the networks have the id "my-dsl"');
  });
});

test('the options have a heading of their own in the help', () => {
  const command = addProfileOptions(new Command('x'), 'list');
  expect(command.helpInformation()).toMatch(/\nNetwork options:\n {2}--networks <list>/);
  command.parse(['--networks', 'reference-4g, reference-3g', '--loss', '1%'], { from: 'user' });
  expect(profilesOf(command.opts()).map(({ id }) => id)).toEqual([
    'reference-4g+loss=1%',
    'reference-3g',
  ]);
});

import { checkSchema } from '@holbench/results/check-schema';
import { DEFAULT_SETTINGS, Settings } from '@holbench/results/settings';
import { SETTING_KEYS, settingId, formatSetting } from '@holbench/results/settings-text';
import { variant } from '@holbench/variants/registry';
import { describe, expect, test } from 'vitest';
import { configure } from '../configuration.ts';
import { planCells } from '../plan.ts';
import { armsOf } from './arm.ts';
import { settingsOf } from './factor-options.ts';
import { FACTORS } from './factors.ts';

describe('factors', () => {
  test('are all the settings, each once', () => {
    expect(FACTORS.map(({ key }) => key).toSorted()).toEqual(SETTING_KEYS.toSorted());
    checkSchema(Settings, DEFAULT_SETTINGS);
  });

  test.each(FACTORS)('$key reads its own spelling', ({ key, parse }) => {
    const spelled = formatSetting(key, DEFAULT_SETTINGS[key]);
    expect(parse(spelled, '--it')).toBe(DEFAULT_SETTINGS[key]);
  });

  test.each([
    ['tcp-cc', 'cubic', 'cubic'],
    ['notsent-lowat', '16k', 16_384],
    ['http2-window', '1m', 1_048_576],
    ['http2-queue', '65536', 65_536],
    ['chunk-size', '16k', 16_384],
    ['encoding', 'base64-json', 'base64-json'],
    ['bulk', '6', 6],
    ['bulk-window', '64k', 65_536],
    ['batch', '1ms', 1],
    ['overflow', 'block', 'block'],
    ['subscriber-queue', '16', 16],
  ])('--%s %s', (id, text, value) => {
    const { settings } = settingsOf({ factors: { [id]: text } });
    const key = SETTING_KEYS.find((each) => settingId(each) === id);
    expect(settings).toEqual({ ...DEFAULT_SETTINGS, [key ?? '']: value });
    checkSchema(Settings, settings);
  });

  test.each([
    ['tcp-cc', 'reno2', /^--tcp-cc: this machine has no "reno2"/],
    [
      'notsent-lowat',
      '16x',
      /^--notsent-lowat: '16x' is not a size from 1k to 1024m; use 1MiB, 1048576 or default$/,
    ],
    ['http2-window', '1k', /^--http2-window: '1k' is not a size from 65535 to 1024m/],
    ['chunk-size', '1m', /^--chunk-size: '1m' is not a size from 1k to 512k; use 16KiB or 16384$/],
    ['chunk-size', 'default', /^--chunk-size: /],
    ['encoding', 'gzip', /^--encoding: expected raw or base64-json, not "gzip"$/],
    ['bulk', '0', /^--bulk: expected a whole number from 1 to 10, not "0"$/],
    ['bulk', '1e1', /^--bulk: /],
    ['batch', '1', /^--batch: expected a whole number from 0ms to 1000ms, not "1"$/],
    ['overflow', 'drop', /^--overflow: expected drop-oldest or block/],
  ])('--%s %s is refused', (id, text, message) => {
    expect(() => settingsOf({ factors: { [id]: text } })).toThrow(message);
  });
});

describe('a sweep', () => {
  test.each([
    [
      'colour=red,blue',
      /^--sweep: expected FACTOR=VALUE,VALUE, not "colour=red,blue"; the factors: tcp-cc, .*queue$/,
    ],
    ['batch', /^--sweep: expected FACTOR=VALUE/],
    ['batch=1ms', /^--sweep batch: expected two values or more/],
    ['batch=1ms,', /^--sweep batch: /],
    ['batch=1ms,1ms', /^--sweep batch: "1ms" is given twice$/],
    ['notsent-lowat=16k,16384', /^--sweep notsent-lowat: "16k" is given twice$/],
    ['loss=1%,', /^--sweep loss: expected two values/],
  ])('%s is refused', (text, message) => {
    expect(() => settingsOf({ sweep: [text] })).toThrow(message);
  });

  test('of the same factor twice, or of one that has a value, is refused', () => {
    const sweep = ['batch=0ms,1ms'];
    expect(() => settingsOf({ sweep: [...sweep, ...sweep] })).toThrow('batch is swept twice');
    const both = 'give --batch or sweep batch, not both';
    expect(() => settingsOf({ sweep, factors: { batch: '1ms' } })).toThrow(both);
    const network = { networks: ['4g'], loss: '1%', sweep: ['loss=0%,2%'] };
    expect(() => configure('smoke', network)).toThrow('give --loss or sweep loss, not both');
  });

  const arms = (id: string, sweep: readonly string[]) =>
    armsOf(settingsOf({ sweep }), { variant: variant(id), scenario: '4f', kind: 'text' });

  test('has an arm for every combination, named by what differs from the run', () => {
    const both = ['batch=0ms,1ms', 'notsent-lowat=default,16k'];
    expect(arms('node-ws', both).map(({ name }) => name)).toEqual([
      '',
      'notsent-lowat=16k',
      'batch=1ms',
      'notsent-lowat=16k+batch=1ms',
    ]);
    expect(arms('node-ws', both).at(-1)?.settings).toEqual({
      ...DEFAULT_SETTINGS,
      batchMs: 1,
      notsentLowatBytes: 16_384,
    });
  });

  test('is planned where it makes a difference, with the run’s own settings where it does not', () => {
    const names = (id: string) => arms(id, ['http2-window=1m,4m']).map(({ name }) => name);
    expect(names('node-http2')).toEqual(['http2-window=1m', 'http2-window=4m']);
    expect(names('node-ws')).toEqual(['']);
  });

  test('of what none of the cells has is refused', () => {
    const configuration = configure('smoke', {
      variants: ['caddy-http3'],
      sweep: ['batch=0ms,1ms'],
    });
    expect(() => planCells(configuration)).toThrow(
      '--sweep batch: batch makes no difference to any of the chosen cells',
    );
  });

  test('of a bulk window that holds no chunk is refused', () => {
    const sweep = ['bulk-window=none,64k'];
    const plan = (factors: Record<string, string>) =>
      planCells(configure('smoke', { scenarios: ['4f'], sweep, factors }));
    expect(() => plan({})).toThrow(
      '--bulk-window 64k is less than a chunk, 100k: give a smaller --chunk-size, e.g. 16k',
    );
    expect(plan({ 'chunk-size': '16k' }).length).toBeGreaterThan(0);
  });

  test('gives its cells ids of their own, and the same seed in a round', () => {
    const configuration = configure('smoke', {
      variants: ['node-ws', 'caddy-http3'],
      scenarios: ['4f'],
      sweep: ['notsent-lowat=default,16k'],
    });
    const cells = planCells(configuration);
    expect(cells.map(({ id }) => id).toSorted()).toEqual([
      'ideal/caddy-http3/4f-text/0',
      'ideal/node-ws/4f-text+notsent-lowat=16k/0',
      'ideal/node-ws/4f-text/0',
    ]);
    expect(new Set(cells.map(({ seed }) => seed)).size).toBe(1);
  });
});

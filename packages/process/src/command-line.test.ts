import { Command } from 'commander';
import { expect, test } from 'vitest';
import {
  fileSizeOption,
  labCommand,
  listOf,
  RepeatableOption,
  wholeNumber,
} from './command-line.ts';

const fileSize = (text: string): unknown =>
  new Command().addOption(fileSizeOption()).parse(['--file-size', text], { from: 'user' }).opts();

test.each(['1m', '1MiB', '1048576'])('--file-size %s is a mebibyte', (text) => {
  expect(fileSize(text)).toEqual({ fileSize: 1_048_576 });
});

test.each(['1x', '0', '201MiB', '1g'])('--file-size %s is refused in one line', (text) => {
  expect(() => fileSize(text)).toThrow(
    `--file-size: '${text}' is not a size from 1 to 200m; use 1MiB or 1048576`,
  );
});

test.each(['', '-1', '1.5', '0', '11', '1e1', ' 1'])(
  '"%s" is no whole number from 1 to 10',
  (text) => {
    expect(() => wholeNumber(1, 10)(text)).toThrow('from 1 to 10');
  },
);

test('lists keep their order and drop repetitions', () => {
  expect(listOf('letter', ['a', 'b', 'c'])('c, a,c')).toEqual(['c', 'a']);
  expect(listOf('letter', ['a', 'b', 'c'], { all: ['a', 'b', 'c'] })('b,all')).toEqual([
    'b',
    'a',
    'c',
  ]);
});

test.each(['', ',', 'a,x'])('the list "%s" is refused with the known names', (text) => {
  expect(() => listOf('letter', ['a', 'b'])(text)).toThrow(/known: a, b/);
});

/** The options of a command, or the line that refuses them. */
function parsed(...args: string[]): unknown {
  let refusal = '';
  const command = labCommand('test', 'a test')
    .option('--rounds <n>', 'rounds', wholeNumber(1))
    .option('-v, --verbose', 'more')
    .addOption(new RepeatableOption('--sweep <text>', 'sweeps'))
    .configureOutput({ writeErr: (text) => (refusal ||= text.trimEnd()) })
    .exitOverride();
  try {
    return command.parse(args, { from: 'user' }).opts();
  } catch {
    return refusal;
  }
}

test('an option that is given twice is refused, unless it is one to repeat', () => {
  expect(parsed('--rounds', '2')).toEqual({ rounds: 2 });
  expect(parsed('--rounds', '2', '--rounds=3')).toBe(
    "error: option '--rounds <n>' is given twice; give it once",
  );
  expect(parsed('--verbose', '-v')).toBe(
    "error: option '-v, --verbose' is given twice; give it once",
  );
  expect(parsed('--sweep', 'a', '--sweep', 'b')).toEqual({ sweep: ['a', 'b'] });
});

test('an option of a subcommand is refused likewise', () => {
  let refusal = '';
  const command = labCommand('test', 'a test')
    .configureOutput({ writeErr: (text) => (refusal ||= text) })
    .exitOverride();
  command.command('inner').option('--json', 'as JSON');
  expect(() => command.parse(['inner', '--json', '--json'], { from: 'user' })).toThrow();
  expect(refusal).toMatch(/^error: option '--json' is given twice/);
});

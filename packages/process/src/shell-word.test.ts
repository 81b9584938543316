import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWord } from './shell-word.ts';

test.each(['reference-4g', './my-dsl.json', 'reference-4g+loss=1%', '--down', '/usr/bin/x_y@2'])(
  '%s stays as it is',
  (word) => expect(shellWord(word)).toBe(word),
);

test.each(['', 'a b', "it's me", '$HOME', '`id`', 'a\nb', '"', '~', 'a;b', '*', 'über', '\\'])(
  'a shell reads %j back',
  (word) => {
    const script = `printf %s ${shellWord(word)}`;
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(word);
  },
);

import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RunsInTurn } from './runs-in-turn.ts';

/** Runs that say what becomes of them, and take a moment to end. */
function runs(said: string[]) {
  return new RunsInTurn(async (name: string) => {
    said.push(`${name} begins`);
    return {
      name,
      [Symbol.asyncDispose]: async () => {
        await setImmediate();
        said.push(`${name} has ended`);
      },
    };
  });
}

test('a choice ends the run before it', async () => {
  const said: string[] = [];
  const inTurn = runs(said);
  expect(inTurn.current).toBeNull();
  await inTurn.choose('first');
  await inTurn.choose('second');
  expect(inTurn.current?.name).toBe('second');
  expect(said).toEqual(['first begins', 'first has ended', 'second begins']);
});

test('of several choices that wait, the last one is run', async () => {
  const said: string[] = [];
  const inTurn = runs(said);
  await inTurn.choose('first');
  await Promise.all(['second', 'third', 'fourth'].map((name) => inTurn.choose(name)));
  expect(said.filter((line) => line.endsWith('begins'))).toEqual([
    'first begins',
    'second begins',
    'fourth begins',
  ]);
  expect(said.at(-2)).toBe('second has ended');
});

test('at the end nothing runs, and nothing waits', async () => {
  const said: string[] = [];
  {
    await using inTurn = runs(said);
    await inTurn.choose('first');
    void inTurn.choose('second');
    void inTurn.choose('third');
  }
  expect(said).toEqual(['first begins', 'first has ended', 'second begins', 'second has ended']);
});

test('a run that cannot begin is told, and the next one can', async () => {
  const inTurn = new RunsInTurn(async (name: string) => {
    if (name === 'broken') throw new Error('no such program');
    return { name, [Symbol.asyncDispose]: () => Promise.resolve() };
  });
  await expect(inTurn.choose('broken')).rejects.toThrow('no such program');
  await inTurn.choose('whole');
  expect(inTurn.current?.name).toBe('whole');
});

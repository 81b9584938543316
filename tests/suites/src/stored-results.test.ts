import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { documentText } from './document.ts';
import { EXCEPTIONS, exceptionOf, unaccepted } from './exceptions.ts';
import { outcomesIn, readStored, STORE } from './stored.ts';
import { SUITES } from './suites.ts';

describe.each(Object.values(SUITES))('the stored results of $id', (suite) => {
  test('have every variant', async () => {
    const { versions } = await readStored(suite.id);
    expect(Object.keys(versions)).toEqual(suite.subjects.map(({ id }) => id));
  });

  test('have a reason for each outcome that is not accepted', async () => {
    const without = unaccepted(suite, await readStored(suite.id)).filter(
      ({ subject, id }) => !exceptionOf(suite.id, subject, id),
    );
    expect(without).toEqual([]);
  });

  test('need each reason', async () => {
    const failing = unaccepted(suite, await readStored(suite.id));
    const used = new Set(failing.map(({ subject, id }) => exceptionOf(suite.id, subject, id)));
    const unused = EXCEPTIONS.filter((each) => each.suite === suite.id && !used.has(each));
    expect(unused).toEqual([]);
  });
});

test('Autobahn finds no failure with any variant', async () => {
  const { cases } = await readStored('autobahn');
  const outcomes = Object.values(cases).flatMap((each) => Object.values(each));
  expect([...new Set(outcomes.flatMap(outcomesIn))].toSorted()).toEqual([
    'INFORMATIONAL',
    'NON-STRICT',
    'OK',
  ]);
});

test('what fails with a variant fails with a server of its library alone', async () => {
  const stored = await readStored('h2spec');
  const own = unaccepted(SUITES.h2spec, stored).filter(({ subject, id, outcome }) => {
    const reference = SUITES.h2spec.subjects.find(({ id }) => id === subject)?.reference ?? '';
    const ofLibrary = outcomesIn(stored.cases[id]?.[reference] ?? '');
    // What passes at times depends on the moment, which a server of the library alone may not have.
    if (outcomesIn(outcome).includes('passed')) return false;
    return !outcomesIn(outcome).some((each) => each !== 'passed' && ofLibrary.includes(each));
  });
  expect(own).toEqual([]);
});

test('the page of results is written from them: pnpm test:suites --document', async () => {
  expect(await readFile(join(STORE, 'README.md'), 'utf8')).toBe(await documentText());
});

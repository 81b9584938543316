import { variant } from '@holbench/variants/registry';
import { expect, test } from 'vitest';
import type { Contender } from './answer.ts';
import { answerSentence } from './answer-sentence.ts';
import { plainFigure } from './figure.ts';
import { plainText } from './sentence.ts';

interface Wait {
  readonly ms: number;
  readonly low: number;
  readonly high: number;
  readonly rounds?: number;
  readonly ranked?: boolean;
  readonly unanswered?: number;
}

/** A contender whose messages wait so long, ten of them sent. */
function contender(id: string, { ms, low, high, ...rest }: Wait): Contender {
  const { rounds = 4, ranked = true, unanswered = 0 } = rest;
  const interval = rounds === 1 ? null : { low, high };
  return {
    variant: { ...variant('node-ws'), id },
    arm: '',
    cell: `4g/${id}/4f-text/0`,
    ranked,
    figures: {
      idle: plainFigure(100, null),
      foreign: plainFigure(100, null),
      self: plainFigure(100 + ms, null),
      delay: { value: ms, interval, rounds },
      inflation: { value: (100 + ms) / 100, interval, rounds },
      atLeast: 2 * unanswered >= 10,
      sent: 10,
      unanswered,
    },
  };
}

const say = (...contenders: Contender[]) => plainText(answerSentence(contenders, '4f'));

test('the longest wait comes first, then those that are apart from it, then those without one', () => {
  expect(
    say(
      contender('short', { ms: 40, low: 30, high: 50 }),
      contender('none', { ms: 2, low: -3, high: 8 }),
      contender('long', { ms: 900, low: 800, high: 1000 }),
    ),
  ).toBe(
    'sharing its connection with a download makes a small message wait longest over long 900.0 ms (95 %: 800.0 – 1,000; 10.0 × its time alone); then short 40.0 ms; no wait shown over none (2.00 ms, at most 8.00).',
  );
});

test('what overlaps is said to show no difference, in both directions of the order', () => {
  const a = contender('a', { ms: 60, low: 40, high: 80 });
  const b = contender('b', { ms: 50, low: 30, high: 70 });
  const text = say(b, a);
  expect(text).toMatch(
    /^sharing its connection with a download makes a small message wait over a 60\.0 ms .* and b 50\.0 ms .* \(no difference shown between them\)\.$/,
  );
  expect(say(a, b)).toBe(text);
});

test('intervals that are apart by less than two links may differ show no difference', () => {
  const a = contender('a', { ms: 60.3, low: 60.2, high: 60.4 });
  const b = contender('b', { ms: 60.1, low: 60, high: 60.15 });
  expect(say(a, b)).toContain('no difference shown between them');
});

test('a wait that is certain and too small to matter is none', () => {
  const tiny = contender('tiny', { ms: 3, low: 2.9, high: 3.1 });
  expect(say(tiny)).toBe(
    'no variant is shown to make a small message wait for a download on its own connection.',
  );
});

test('too few rounds show nothing, whatever the numbers', () => {
  const one = contender('one', { ms: 900, low: 0, high: 0, rounds: 1 });
  const three = contender('three', { ms: 50, low: 40, high: 60, rounds: 3 });
  expect(say(three, one)).toBe(
    'no difference shown among 2 (3 rounds cannot show one, 4 can); the longest wait is that over one (900.0 ms).',
  );
});

test('one that the client limited is named and not ranked', () => {
  const text = say(
    contender('fast', { ms: 40, low: 30, high: 50 }),
    contender('busy', { ms: 900, low: 800, high: 1000, ranked: false }),
  );
  expect(text).toMatch(/ makes a small message wait over fast /);
  expect(text).toMatch(
    /; not ranked, as the client was the bottleneck: busy \(900\.0 ms, at most 1,000\)\.$/,
  );
});

test('messages without an answer are told', () => {
  expect(say(contender('stuck', { ms: 9_000, low: 8_000, high: 9_500, unanswered: 4 }))).toContain(
    '; 4 of 10 unanswered)',
  );
});

test('a chain of overlaps is one group, and says that its ends are apart', () => {
  const text = say(
    contender('a', { ms: 1000, low: 900, high: 1100 }),
    contender('b', { ms: 800, low: 500, high: 1050 }),
    contender('c', { ms: 600, low: 550, high: 700 }),
  );
  expect(text).toContain('(no difference shown between each and the next)');
  expect(text).not.toContain('then');
});

test('unanswered messages are told of those named in short, too', () => {
  const text = say(
    contender('long', { ms: 900, low: 800, high: 1000 }),
    contender('short', { ms: 40, low: 30, high: 50, unanswered: 4 }),
  );
  expect(text).toContain('then short 40.0 ms (4 of 10 unanswered)');
});

test('what does not count is named: silence is no short wait', () => {
  const waits = [contender('a', { ms: 60, low: 40, high: 80 })];
  const left = { variant: variant('node-http2'), arm: '', why: 'invalid', cell: 'x' };
  expect(plainText(answerSentence(waits, '4f', [left]))).toMatch(
    /; nothing to say of node-http2 \(invalid\)\.$/,
  );
});

test('a variant without both transfers leaves a sentence', () => {
  const a = contender('a', { ms: 60, low: 40, high: 80 });
  const none = { ...a, figures: { ...a.figures, delay: null } };
  expect(plainText(answerSentence([none], '4f'))).toBe(
    'nothing to say of a (no round with both transfers).',
  );
});

test('a median that was given up is a lower bound', () => {
  const stuck = contender('stuck', { ms: 9_000, low: 8_000, high: 9_500, unanswered: 5 });
  expect(say(stuck)).toContain('stuck ≥ 9,000 ms (95 %: 8,000 – 9,500; ≥ 91.0 × its time alone;');
});

test('an upload is one', () => {
  const [wait] = answerSentence([contender('a', { ms: 60, low: 40, high: 80 })], '4g');
  expect(wait).toBe('sharing its connection with an upload makes a small message wait over ');
});

test('a number leads to its cell', () => {
  const sentence = answerSentence([contender('a', { ms: 60, low: 40, high: 80 })], '4f');
  expect(sentence).toContainEqual({ text: '60.0 ms', cell: '4g/a/4f-text/0' });
});

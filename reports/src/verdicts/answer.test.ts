import { namesIn } from '@holbench/results/block';
import type { FinishedCell } from '@holbench/results/run-reader';
import { readRun } from '@holbench/results/run-reader';
import { LABELS } from '@holbench/scenarios/labels';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataOf, holbCell, networkOf, ROUNDS } from '../../fixtures/claim-data.ts';
import { waitCells } from '../../fixtures/wait-data.ts';
import { plainText } from '../document/block.ts';
import { Relation } from '../figures/relation.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import type { ReportData } from '../runs/report-data.ts';
import { answers } from './answer.ts';
import { findingSentences } from './findings.ts';
import { measuresOver } from './measures.ts';
import { MOST_WORDS, wordsIn } from './sentences.ts';
import { waitStatements } from './wait-sentences.ts';

const plain = networkOf('plain', { delayMs: 0, down: { rateKbps: null }, up: { rateKbps: null } });
const shaped = networkOf('reference-4g', {});
const measuredOf = (data: ReportData) => ({ data, relation: Relation.of(data) });

type Where = Partial<Parameters<typeof holbCell>[0]>;

/** Rounds of download: 100 ms alone, and `selfMs` on the download's own connection. */
function rounds(selfMs: number, where: Where = {}, factors: readonly number[] = ROUNDS) {
  return factors.map((factor, round) =>
    holbCell(
      { variant: 'node-ws', network: 'reference-4g', round, scenario: 'download', ...where },
      { alone: { ms: 100 }, other: { ms: 110 * factor }, same: { ms: selfMs * factor } },
    ),
  );
}

const invalid = ({ cell, samples }: FinishedCell): FinishedCell => ({
  cell: { ...cell, valid: false, reasons: ['made up'] },
  samples,
});

const said = (...cells: FinishedCell[]) =>
  answers(measuredOf(dataOf([shaped], cells)))[0]
    ?.statements.flat()
    .map(plainText);

test('shaped networks come first', () => {
  const data = dataOf([plain, shaped], [...rounds(120, { network: 'plain' }), ...rounds(500)]);
  expect(answers(measuredOf(data)).map(({ network, scenario }) => [network, scenario])).toEqual([
    ['reference-4g', 'download'],
    ['plain', 'download'],
  ]);
});

test('without download and upload there is nothing to answer', () => {
  expect(answers(measuredOf(dataOf([shaped], [])))).toEqual([]);
});

test('a network of which nothing counts says so, and leads to a cell', () => {
  const [answer] = answers(measuredOf(dataOf([shaped], rounds(500).map(invalid))));
  const [sentence = []] = answer?.statements.flat() ?? [];
  expect(answer?.statements.flat().map(plainText)).toEqual(['Left out: node-ws (invalid).']);
  expect(sentence).toContainEqual({
    text: 'invalid',
    cell: 'reference-4g/node-ws/download-text/0',
  });
});

test('a variant without both transfers is left out, with the reason', () => {
  const alone = ROUNDS.map((_, round) =>
    holbCell(
      { variant: 'uws-ws', network: 'reference-4g', round, scenario: 'download' },
      { same: { ms: 9 } },
    ),
  );
  expect(said(...rounds(500), ...alone)?.at(-1)).toBe(
    'Left out: uws-ws (no round with both transfers).',
  );
});

describe('six rounds or more', () => {
  test('the largest delay comes first with its wait, then the next, then those without one', () => {
    expect(
      said(
        ...rounds(112, { variant: 'node-http1' }),
        ...rounds(300),
        ...rounds(1_000, { variant: 'node-http2' }),
      ),
    ).toEqual([
      'The wait from sharing the connection is largest with node-http2 894.5 ms (96.9 % interval 872.2–907.8).',
      'With node-http2, the median message on the download’s connection takes 1,005 ms instead of 100.0 ms alone.',
      'Less delay than with node-http2: node-ws 191.0 ms (186.2–193.8).',
      'Equivalent to no delay within ± 5.53 ms, on other connections of the browser’s pool: node-http1 2.01 ms.',
    ]);
  });

  test('what overlaps shows no difference, whatever its order', () => {
    const [a, b] = [rounds(300), rounds(302, { variant: 'uws-ws' })];
    const text = said(...a, ...b);
    expect(text?.slice(0, 2)).toEqual([
      'The wait from sharing the connection is largest with uws-ws 193.0 ms (96.9 % interval 188.2–195.8) and node-ws 191.0 ms (186.2–193.8).',
      'No difference detected between uws-ws and node-ws.',
    ]);
    expect(said(...b, ...a)).toEqual(text);
  });

  test('in a chain of overlaps each is compared with the largest of a group', () => {
    const text = said(
      ...rounds(1_000, { variant: 'node-http2' }),
      ...rounds(800, {}, [0.6, 0.9, 0.95, 1, 1.05, 1.3]),
      ...rounds(600, { variant: 'uws-ws' }),
    );
    expect(text?.[1]).toBe('No difference detected between node-http2 and node-ws.');
    expect(text?.join(' ')).toContain('Less delay than with node-http2: uws-ws');
  });

  test('where paths were recorded, its wait is split', () => {
    const same = { request: 50, 'send-buffer': 800, queue: 40, retransmission: 10 };
    const waited = waitCells({ variant: 'node-ws' }, { same }).map(({ cell, samples }) => {
      const other = samples
        .filter(({ label }) => label === LABELS.probe('alone', 'load'))
        .map((sample) => ({ ...sample, label: LABELS.probe('other', 'load') }));
      return { cell, samples: [...samples, ...other] };
    });
    expect(said(...waited)?.slice(1, 3)).toEqual([
      'With node-ws, the median message on the download’s connection takes 954.0 ms instead of 100.0 ms alone.',
      'With node-ws, head-of-line blocking proper (lost packets) is 10.0 of 954.0 ms, buffering at the sender 804.0 ms, queueing in the link 40.0 ms.',
    ]);
  });

  test('one that the client limited is named and not ranked', () => {
    const limiter = { verdict: 'client', why: 'client: made up' } as const;
    const text = said(...rounds(300), ...rounds(900, { variant: 'uws-ws', limiter }));
    expect(text?.[0]).toMatch(/^The wait from sharing the connection is detected with node-ws /);
    expect(text?.at(-1)).toBe('Not ranked, client-limited: uws-ws 794.0 ms.');
  });

  test('an upload is one', () => {
    expect(said(...rounds(300, { scenario: 'upload' }))?.[1]).toContain(
      'on the upload’s connection',
    );
  });
});

test('fewer rounds rank nobody, whatever the numbers', () => {
  const text = said(...rounds(300, {}, [1, 1, 1]), ...rounds(900, { variant: 'uws-ws' }, [1]));
  expect(text).toEqual([
    'Undecided (1 to 3 rounds; 6 needed): node-ws 190.0 ms and uws-ws 790.0 ms.',
  ]);
});

describe('events', () => {
  const timeout = { status: 'failed', code: 'timeout', reason: '', afterMs: 20_000 } as const;

  /** Loads that wait for nothing, and events that do on the download's connection. */
  const withEvents = (selfMs: number, lost: number) =>
    rounds(110).map(({ cell, samples }) => ({
      cell,
      samples: samples.flatMap((sample) => {
        const phase = (['alone', 'other', 'same'] as const).find(
          (each) => sample.label === LABELS.probe(each, 'load'),
        );
        if (phase === undefined || sample.outcome.status !== 'ok') return [sample];
        const isSame = phase === 'same';
        const outcome = isSame
          ? sample.index < lost
            ? timeout
            : { ...sample.outcome, durationMs: selfMs }
          : sample.outcome;
        return [sample, { ...sample, label: LABELS.probe(phase, 'event'), outcome }];
      }),
    }));

  test('that wait where loads do not are told', () => {
    expect(said(...withEvents(111, 0))?.join(' ')).not.toContain('Events');
    expect(said(...withEvents(300, 0))).toContain(
      'Events are delayed, and loads are not: node-ws 189.5 ms.',
    );
  });

  test('that never come are told', () => {
    expect(said(...withEvents(300, 1))).toContain(
      'Events, unanswered after 20 s: node-ws 6 of 18.',
    );
  });
});

describe('messages without an answer', () => {
  /** The first so many messages of each round on the download's connection have none. */
  const stuck = (variant: string, count: number) =>
    rounds(900, { variant }).map(({ cell, samples }) => ({
      cell,
      samples: samples.map((sample) =>
        sample.label.includes('same') && sample.index < count
          ? {
              ...sample,
              outcome: { status: 'failed', code: 'timeout', reason: '', afterMs: 20_000 } as const,
            }
          : sample,
      ),
    }));

  test('are told', () => {
    expect(said(...stuck('node-ws', 1))).toContain(
      'Unanswered after 20 s: node-ws 6 of 18 messages.',
    );
  });

  test('make a delay unknown, where those beside another connection’s transfer have none', () => {
    const other = rounds(300).map(({ cell, samples }, round) => ({
      cell,
      samples: samples.map((each) =>
        each.label === LABELS.probe('other', 'load') && round < 2
          ? {
              ...each,
              outcome: { status: 'failed', code: 'timeout', reason: '', afterMs: 20_000 } as const,
            }
          : each,
      ),
    }));
    expect(said(...other)).toEqual([
      'Undecided (4 rounds; 6 needed): node-ws 192.4 ms.',
      'Unknown, as the wait beside another connection’s transfer is a lower bound: node-ws in 2 of 6 rounds.',
    ]);
  });

  test('make a delay a lower bound, and two of these are not ranked', () => {
    const text = said(
      ...stuck('node-ws', 2),
      ...stuck('uws-ws', 3),
      ...rounds(300, { variant: 'node-http2' }),
    );
    expect(text?.slice(0, 2)).toEqual([
      'The median message waits for 20 s or more: node-ws and uws-ws.',
      'Otherwise the wait from sharing the connection is detected with node-http2 191.0 ms (96.9 % interval 186.2–193.8).',
    ]);
  });
});

describe('delays without an answer to “which is largest”', () => {
  test('an interval that reaches beyond the tolerance, and not only, is undecided', () => {
    expect(said(...rounds(114, {}, [0.5, 0.9, 1, 1.1, 1.2, 1.5]))).toEqual([
      'Undecided, as intervals reach beyond ± 5.78 ms: node-ws 4.20 ms (2.00–6.00).',
    ]);
  });

  test('one below the tolerance is less than none', () => {
    expect(said(...rounds(90))).toEqual([
      'Negative delay on the same connection: node-ws -20.1 ms (-20.4 to -19.6).',
    ]);
  });

  test('two regimes are told with how often each was, and not ranked', () => {
    const [slow, fast] = [rounds(5_000), rounds(300)];
    const mixed = ROUNDS.flatMap((_, round) => (round % 2 === 0 ? slow : fast)[round] ?? []);
    const text = said(...mixed, ...rounds(400, { variant: 'uws-ws' }));
    expect(text?.slice(0, 2)).toEqual([
      'Delayed in two regimes, not ranked: node-ws 191.9 ms in 3 of 6 rounds, 4,890 ms in 3.',
      'The wait from sharing the connection is detected with uws-ws 291.5 ms (96.9 % interval 284.2–295.8).',
    ]);
  });
});

describe('where “the same connection” is a pool', () => {
  const [one, two] = [{ variant: 'node-http1' }, { variant: 'uws-http1' }];

  test('no delay has its reason in the same sentence, and stands apart from others', () => {
    expect(said(...rounds(111), ...rounds(111, one), ...rounds(111, two))).toEqual([
      'Equivalent to no delay within ± 5.53 ms: node-ws 1.01 ms (0.98–1.02).',
      'Equivalent to no delay within ± 5.53 ms, on other connections of the browser’s pool: node-http1 1.01 ms and uws-http1 1.01 ms.',
    ]);
  });

  test('less wait is not on the same connection, and a long one is in the pool', () => {
    expect(said(...rounds(90, one))).toEqual([
      'Negative delay, on other connections of the browser’s pool: node-http1 -20.1 ms (-20.4 to -19.6).',
    ]);
    expect(said(...rounds(900, one))?.[1]).toMatch(
      /^With node-http1, the median message in the download’s pool takes /,
    );
  });
});

describe('a control that does not match', () => {
  const cell = (round: number, otherMbps: number) =>
    holbCell(
      { variant: 'node-ws', network: 'reference-4g', round, scenario: 'download' },
      { alone: { ms: 100 }, other: { ms: 110, mbps: otherMbps }, same: { ms: 300, mbps: 8 } },
    );
  const withUnmatched = (count: number) =>
    said(...ROUNDS.map((_, round) => cell(round, round < count ? 12.1 : 12)))?.slice(-2);

  test('is said once, from half of the rounds on', () => {
    expect(withUnmatched(3)).toEqual([
      'Cautions (†) in half of the rounds or more: node-ws 3 of 6.',
      'Most often: no matched control.',
    ]);
    expect(withUnmatched(2)?.join(' ')).not.toContain('†');
  });
});

describe('what an arm shows', () => {
  const http2 = { variant: 'node-http2' };
  const short = { ...http2, factors: { http2WriteBytes: 16_384 } };

  test('the report tells which arm has a lower delay', () => {
    expect(said(...rounds(1_000, http2), ...rounds(112, short))?.at(-1)).toBe(
      'The delay of node-http2 falls from 894.5 ms to 2.01 ms with http2-write=16k.',
    );
  });

  test('another factor that lowers a delay is told, too', () => {
    const arm = rounds(112, { factors: { notsentLowatBytes: 16_384 } });
    expect(said(...rounds(1_000), ...arm)?.at(-1)).toBe(
      'The delay of node-ws falls from 894.5 ms to 2.01 ms with notsent-lowat=16k.',
    );
  });
});

test.each(['fixtures/run', 'published/2026-11-21-standard'])(
  'every sentence about %s is read once: at most 25 words',
  async (folder) => {
    const run = await readRun(join(import.meta.dirname, '../..', folder));
    const measured = measuredOf(mergeRuns([run]));
    const sentences = [
      ...answers(measured).flatMap((answer) => answer.statements.flat()),
      ...measured.relation.places.flatMap((place) => waitStatements(measured, place).flat()),
      ...namesIn(measured.data.manifest, 'networks').flatMap((network) =>
        measuresOver(measured, network).flatMap(findingSentences),
      ),
    ];
    expect(sentences.length).toBeGreaterThan(10);
    expect(sentences.filter((sentence) => wordsIn(sentence) > MOST_WORDS)).toEqual([]);
  },
);

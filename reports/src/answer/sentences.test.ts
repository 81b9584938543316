import type { FinishedCell } from '@holbench/results/run-reader';
import { describe, expect, test } from 'vitest';
import { dataOf, freshCell, freshCells, networkOf, ROUNDS } from '../../fixtures/made-cells.ts';
import { waitCells } from '../../fixtures/wait-data.ts';
import { Relation } from '../figures/relation.ts';
import type { ReportData } from '../runs/report-data.ts';
import { saidLines, saidOf } from './answer-blocks.ts';
import { firstAnswers } from '../topics/topics.ts';

const plain = networkOf('plain', { delayMs: 0, down: { rateKbps: null }, up: { rateKbps: null } });
const lossy = networkOf('reference-4g', {
  down: { lossFraction: 0.005 },
  up: { lossFraction: 0.005 },
});
const reportOf = (data: ReportData) => {
  const generator = { commit: null, dirty: false };
  return { data, relation: Relation.of(data), comparison: null, plots: [], generator };
};

type Where = Partial<Parameters<typeof freshCell>[0]>;

/** Rounds of download: 100 ms alone, and `sameMs` on the download's own connection. */
function rounds(sameMs: number, where: Where = {}, factors: readonly number[] = ROUNDS) {
  return factors.map((factor, round) =>
    freshCell(
      { variant: 'node-ws', network: 'reference-4g', round, scenario: 'download', ...where },
      { aloneMs: 100 / factor, otherMs: 110, duringMs: sameMs },
      factor,
    ),
  );
}

const invalid = ({ cell, ...rest }: FinishedCell): FinishedCell => ({
  ...rest,
  cell: { ...cell, valid: false, reasons: ['made up'] },
});

/** The first so many messages of each round on the download's connection have no answer. */
const unanswered = (cells: readonly FinishedCell[], count: number): FinishedCell[] =>
  cells.map(({ samples, ...rest }) => ({
    ...rest,
    samples: samples.map((sample) =>
      sample.label.includes('same') && sample.index < count
        ? {
            ...sample,
            outcome: { status: 'failed', code: 'timeout', reason: '', afterMs: 20_000 } as const,
          }
        : sample,
    ),
  }));

const said = (cells: readonly FinishedCell[], networks = [lossy]) => {
  const report = reportOf(dataOf(networks, cells));
  return saidOf(report, firstAnswers(report));
};
const headline = (...cells: FinishedCell[]) => said(cells)[0]?.headline;

test('shaped networks come first', () => {
  const data = dataOf([plain, lossy], [...rounds(120, { network: 'plain' }), ...rounds(500)]);
  expect(firstAnswers(reportOf(data)).map(({ network, scenario }) => [network, scenario])).toEqual([
    ['reference-4g', 'download'],
    ['plain', 'download'],
  ]);
});

test('without download and upload there is nothing to answer', () => {
  expect(said([])).toEqual([]);
});

test('messages that are fast because the transfer is slow are told with its rate', () => {
  const fresh = (variant: string, duringMs: number, mbps: number) =>
    freshCells({ variant, network: 'plain' }, { duringMs, mbps }, 'upload');
  const cells = (mbps: number) => [...fresh('node-http2', 110, mbps), ...fresh('node-ws', 600, 9)];
  expect(said(cells(2.5), [plain])[0]).toMatchObject({
    headline:
      'A small message takes 110 ms with HTTP/2 on Node, while its upload has 2.5 Mbit/s, and 600 ms with WebSocket on Node (ws).',
    remarks: ['while its upload has 2.5 Mbit/s: that of another server has 9.0 Mbit/s', ''],
  });
  // Not half as fast is slow; a little slower is not.
  expect(said(cells(5), [plain])[0]?.remarks).toEqual(['', '']);
});

describe('the headline', () => {
  test('has the best and the worst, with what a message takes', () => {
    const cells = [
      ...rounds(300),
      ...rounds(150, { variant: 'caddy-http3' }),
      ...rounds(2_000, { variant: 'node-http2' }),
    ];
    expect(headline(...cells)).toBe(
      'A small message takes 0.150 s with HTTP/3 on Caddy, and 2.00 s with HTTP/2 on Node.',
    );
  });

  test('names two that are not told apart', () => {
    const cells = [
      ...rounds(300),
      ...rounds(302, { variant: 'uws-ws' }),
      ...rounds(900, { variant: 'node-http2' }),
    ];
    expect(headline(...cells)).toContain(
      '301 ms with WebSocket on Node (ws) or uWebSockets.js, and 902 ms',
    );
  });

  test('says where no other server is clearly slower', () => {
    const factors = [0.5, 2, 0.6, 1.8, 0.7, 1.5];
    const cells = [
      ...rounds(300, {}, factors),
      ...rounds(310, { variant: 'uws-ws' }, factors.toReversed()),
    ];
    expect(headline(...cells)).toMatch(/, and no other server is clearly slower\.$/);
  });

  test('leaves out a first one that is hardly known, where a second one is told apart from the last', () => {
    const factors = [0.1, 9, 0.1, 9, 0.1, 9, 0.1, 9];
    const cells = [
      ...rounds(80, {}, factors),
      ...rounds(
        400,
        { variant: 'uws-ws' },
        factors.map(() => 1),
      ),
      ...rounds(
        700,
        { variant: 'node-http2' },
        factors.map(() => 1),
      ),
    ];
    expect(headline(...cells)).toMatch(
      /^A small message takes 400 ms with WebSocket on uWebSockets\.js, and 700 ms with HTTP\/2 on Node\.$/,
    );
  });

  test('has the slowest that is shown to be slower, not one that is by chance', () => {
    const chance = [0.9, 0.95, 40, 50, 50, 50];
    const cells = [
      ...rounds(100),
      ...rounds(300, { variant: 'uws-ws' }),
      ...rounds(100, { variant: 'node-http2' }, chance),
    ];
    expect(headline(...cells)).toMatch(/ and 0\.301 s with WebSocket on uWebSockets\.js\.$/);
  });

  test('of few rounds names one server alone, and no row with fewer rounds than the rest is best', () => {
    const one = [
      ...rounds(100, {}, [1]),
      ...rounds(101, { variant: 'uws-ws' }, [1]),
      ...rounds(300, { variant: 'node-http2' }, [1]),
    ];
    expect(headline(...one)).toBe(
      'On 1 connection, a small message takes 100 ms with WebSocket on Node (ws), and 300 ms with HTTP/2 on Node.',
    );
    const [answer] = said([...rounds(300), ...rounds(90, { variant: 'uws-ws' }, [1])]);
    expect(answer?.headline).toBe(
      'A small message takes 301 ms with WebSocket on Node (ws), and no other server is clearly slower.',
    );
    expect(answer?.certainty).toMatch(/^Geometric means of 1 to 6 connections, /);
  });

  test('of too few rounds says so first', () => {
    const cells = [...rounds(300, {}, [1]), ...rounds(900, { variant: 'uws-ws' }, [1])];
    expect(headline(...cells)).toBe(
      'On 1 connection, a small message takes 300 ms with WebSocket on Node (ws), and 900 ms with WebSocket on uWebSockets.js.',
    );
    expect(said(cells)[0]?.certainty).toMatch(
      /^1 connection per server: too few to tell servers apart \(3 needed\)\. Link: 20 Mbit\/s/,
    );
  });

  test('a server is never best by failing', () => {
    const cells = [...unanswered(rounds(120), 1), ...rounds(900, { variant: 'uws-ws' })];
    expect(headline(...cells)).toContain('902 ms with WebSocket on uWebSockets.js');
  });

  test('of messages without an answer says that', () => {
    const cells = [...unanswered(rounds(120), 3), ...rounds(900, { variant: 'uws-ws' })];
    expect(headline(...cells)).toBe(
      'A small message takes 0.902 s with WebSocket on uWebSockets.js; with WebSocket on Node (ws) half get no answer.',
    );
    expect(headline(...unanswered(rounds(120), 3))).toBe(
      'With every server something failed, or connections are missing.',
    );
  });

  test('of one server alone, and of none that counts', () => {
    expect(headline(...rounds(300))).toBe(
      'A small message takes 301 ms with WebSocket on Node (ws).',
    );
    expect(headline(...rounds(500).map(invalid))).toBe(
      'No server has a measurement that counts: made up.',
    );
    const [answer] = said(rounds(500).map(invalid));
    if (answer === undefined) throw new Error('no answer');
    // Neither a table of nothing nor a setting that would shorten it.
    expect(saidLines(answer)).toEqual([answer.title, answer.headline, answer.certainty]);
    expect(answer.certainty).toMatch(/^Link: /);
  });

  test('one that the client limited ranks nobody', () => {
    const limiter = { verdict: 'client', why: 'client: made up' } as const;
    const [answer] = said([...rounds(300), ...rounds(100, { variant: 'uws-ws', limiter })]);
    expect(answer?.headline).toBe(
      'A small message takes 301 ms with WebSocket on Node (ws). 1 of 2 servers is not ranked: its row says why.',
    );
    expect(answer?.rows.map(([name]) => name)).toEqual([
      'WebSocket, Node (ws)',
      'WebSocket, uWebSockets.js',
    ]);
    expect(answer?.remarks.at(-1)).toContain('client-limited');
  });

  test('has 25 words at most', () => {
    const all = [
      headline(
        ...unanswered(rounds(120, { variant: 'node-http2' }), 3),
        ...rounds(110, { variant: 'uws-http1' }),
        ...rounds(111, { variant: 'node-http1' }),
      ),
      headline(
        ...rounds(300),
        ...rounds(302, { variant: 'uws-ws' }),
        ...rounds(900, { variant: 'node-http2' }),
      ),
    ];
    for (const each of all) expect(each?.split(' ').length, each).toBeLessThanOrEqual(25);
  });
});

describe('what makes the difference', () => {
  test('HTTP/1.1 is best under a condition', () => {
    const [answer] = said([...rounds(110, { variant: 'node-http1' }), ...rounds(900)]);
    expect(answer?.headline).toBe(
      'A small message takes 110 ms with HTTP/1.1 on Node, beside few transfers, and 902 ms with WebSocket on Node (ws).',
    );
    expect(answer?.remarks).toEqual([
      'beside few transfers: messages use another of six connections',
      '',
    ]);
  });

  test('is what losses cost, where a run without them is there', () => {
    const lossless = networkOf('reference-4g+loss=0%', {});
    const cells = [
      ...rounds(1_000),
      ...rounds(150, { variant: 'caddy-http3' }),
      ...rounds(400, { network: 'reference-4g+loss=0%' }),
    ];
    expect(said(cells, [lossy, lossless])[0]?.reasons[0]).toBe(
      'Without losses, WebSocket on Node (ws) takes 0.401 s instead of 1.00 s.',
    );
  });

  test('else the largest part of the wait', () => {
    const same = { request: 50, 'send-buffer': 800, queue: 40, retransmission: 10 };
    const cells = waitCells({ variant: 'node-ws' }, { same });
    expect(said(cells)[0]?.reasons).toEqual([
      'Nearly all of what the transfer adds with WebSocket on Node (ws) is data that the sender has buffered.',
    ]);
  });
});

describe('what to change', () => {
  const arm = { notsentLowatBytes: 16_384 };

  test('is the setting that takes most away', () => {
    const [answer] = said([...rounds(2_000), ...rounds(250, { factors: arm })]);
    expect(answer?.reasons).toEqual([
      'With --notsent-lowat 16k WebSocket on Node (ws) takes 0.251 s instead of 2.00 s.',
    ]);
    // It is the column tuned, and no row of its own.
    expect(answer?.header.at(-1)).toBe('during, tuned');
    expect(answer?.rows).toHaveLength(1);
  });

  test('or none, or not known', () => {
    expect(said([...rounds(2_000), ...rounds(2_001, { factors: arm })])[0]?.reasons).toEqual([
      'None of the tested settings clearly helped.',
    ]);
    expect(
      said([...rounds(2_000, {}, [1]), ...rounds(250, { factors: arm }, [1])])[0]?.reasons,
    ).toEqual(['There are too few connections to judge the tested settings.']);
  });

  test('more transfers at once are no setting that anybody tunes, and have a row', () => {
    const [answer] = said([
      ...rounds(110, { variant: 'node-http1' }),
      ...rounds(900, { variant: 'node-http1', factors: { bulkStreams: 6 } }),
    ]);
    expect(answer?.reasons.join(' ')).not.toContain('tested settings');
    expect(answer?.rows.map(([name]) => name)).toEqual([
      'HTTP/1.1, Node',
      'HTTP/1.1, Node, 6 transfers at once',
    ]);
  });
});

test('how sure it is', () => {
  const cells = [...rounds(300), ...rounds(900, { variant: 'uws-ws' }, [0.3, 3, 0.5, 2, 1, 1.2])];
  expect(said(cells)[0]?.certainty).toBe(
    'Geometric means of 6 connections, with 95 % intervals. More connections are needed to know the added wait of WebSocket on uWebSockets.js to ± 20 %. Link: 20 Mbit/s down, 10 Mbit/s up, round trip 100 ms, 0.5 % loss.',
  );
});

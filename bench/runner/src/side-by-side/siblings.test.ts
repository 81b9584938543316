import { seededRandom } from '@holbench/stats/seeded-random';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Sibling, Siblings, TURNS_AT_ONCE } from './siblings.ts';

/** What the cells did, in its order: `a+` begins, `a-` ends. */
let log: string[] = [];
beforeEach(() => {
  log = [];
});

/** Lets everything that can go on without anybody's help go on. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Work that ends when it is told to. */
function held(name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const work = async () => {
    log.push(`${name}+`);
    await promise.finally(() => log.push(`${name}-`));
  };
  return { work, end: resolve, fail: reject };
}

const quick = (name: string) => async () => void log.push(name);

/** Cells that are being driven. */
async function driven(count: number) {
  const { members } = new Siblings(count);
  const ends = members.map(() => Promise.withResolvers<void>());
  const cells = members.map((member, index) =>
    member.run(() => member.drive(() => ends[index]?.promise ?? Promise.resolve())),
  );
  await settle();
  const [a, b, c] = members;
  if (!a || !b) throw new Error('two at least');
  return { a, b, c: c ?? b, cells, end: (index: number) => ends[index]?.resolve() };
}

describe('what is between', () => {
  it('waits while a sibling measures, for no turn, and holds the next measurement up', async () => {
    const { a, b } = await driven(2);
    const [long, between, page] = [held('measure a'), held('between b'), held('page a')];
    void a.measure(long.work);
    void b.measure(quick('measure b'));
    await settle();
    void b.between(between.work);
    await settle();
    expect(log).toEqual(['measure a+', 'measure b']);
    long.end();
    await settle();
    void a.setUp(page.work);
    await settle();
    expect(log.slice(2)).toEqual(['measure a-', 'between b+', 'page a+']);
    page.end();
    await settle();
    void a.measure(quick('a again'));
    await settle();
    expect(log.at(-1)).toBe('page a-');
    between.end();
    await settle();
    void b.measure(quick('b again'));
    await settle();
    expect(log.slice(-3)).toEqual(['between b-', 'a again', 'b again']);
  });

  it('is refused inside a measurement', async () => {
    const { a, b } = await driven(2);
    void b.measure(quick('b'));
    await expect(a.measure(() => a.between(quick('a')))).rejects.toThrow('its own end');
  });
});

describe('a turn', () => {
  it('is two cells’ at a time, in the order of asking', async () => {
    const { a, b, c } = await driven(3);
    const [one, two] = [held('a'), held('b')];
    void a.setUp(one.work);
    void b.setUp(two.work);
    void c.setUp(quick('c'));
    await settle();
    expect(log).toEqual(['a+', 'b+']);
    one.end();
    await settle();
    expect(log).toEqual(['a+', 'b+', 'a-', 'c']);
  });

  it('is shared by the calls of one cell, within and beside each other', async () => {
    const { a, b, c } = await driven(3);
    const [one, two] = [held('1'), held('2')];
    void b.setUp(held('b').work);
    void a.setUp(one.work);
    void a.setUp(() => a.setUp(two.work));
    void c.setUp(quick('c'));
    await settle();
    expect(log).toEqual(['b+', '1+', '2+']);
    one.end();
    await settle();
    expect(log).toEqual(['b+', '1+', '2+', '1-']);
    two.end();
    await settle();
    expect(log).toEqual(['b+', '1+', '2+', '1-', '2-', 'c']);
  });

  it('is over when its work fails, which its cell is told', async () => {
    const { a, b } = await driven(2);
    const failing = a.setUp(() => Promise.reject(new Error('no page')));
    const next = b.setUp(quick('b'));
    await expect(failing).rejects.toThrow('no page');
    await next;
    expect(log).toEqual(['b']);
  });

  it('waits while a cell measures, also one that measures longer', async () => {
    const { a, b } = await driven(2);
    const [long, short] = [held('long'), held('short')];
    void a.measure(long.work);
    void b.measure(short.work).then(() => b.setUp(quick('set up')));
    await settle();
    expect(log).toEqual(['long+', 'short+']);
    short.end();
    await settle();
    expect(log).toEqual(['long+', 'short+', 'short-']);
    long.end();
    await settle();
    expect(log).toEqual(['long+', 'short+', 'short-', 'long-', 'set up']);
  });

  it('is two cells’ at a time as they start or end, and never beside pages', async () => {
    const { members } = new Siblings(3);
    const [a, b, c] = members;
    const [startA, startB, pageA] = [held('a starts'), held('b starts'), held('a’s page')];
    const first = a?.run(async () => {
      await startA.work();
      await a.drive(() => a.setUp(pageA.work));
      log.push('a ends');
    });
    void b?.run(async () => {
      await startB.work();
      await b.drive(() => b.measure(quick('b measures')));
    });
    void c?.run(async () => {
      log.push('c starts');
      await c.drive(() => c.measure(quick('c measures')));
    });
    await settle();
    expect(log).toEqual(['a starts+', 'b starts+']);
    startA.end();
    await settle();
    expect(log.slice(2)).toEqual(['a starts-', 'c starts']);
    startB.end();
    await settle();
    expect(log.slice(4)).toEqual(['b starts-', 'a’s page+']);
    pageA.end();
    await first;
    await settle();
    expect(log.slice(6)).toEqual(['a’s page-', 'a ends', 'c measures', 'b measures']);
  });
});

describe('the barrier', () => {
  it('holds until every cell is ready, also those that did not begin', async () => {
    const { members } = new Siblings(2);
    const [a, b] = members;
    const starting = held('b starts');
    void a?.run(() => a.drive(() => a.measure(quick('a'))));
    void b?.run(async () => {
      await starting.work();
      await b.drive(() => b.measure(quick('b')));
    });
    await settle();
    expect(log).toEqual(['b starts+']);
    starting.end();
    await settle();
    expect(log).toEqual(['b starts+', 'b starts-', 'a', 'b']);
  });

  it('does not wait for a cell that has ended, failed or never began', async () => {
    const { members } = new Siblings(3);
    const works: ((member: Sibling) => Promise<void>)[] = [
      (a) => a.drive(() => a.measure(quick('a'))),
      () => Promise.reject(new Error('no link')),
      (c) => c.drive(() => Promise.reject(new Error('no page'))),
    ];
    const cells = members.map((member, index) => member.run(async () => works[index]?.(member)));
    const results = await Promise.allSettled(cells);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(log).toEqual(['a']);
  });
});

describe('a cell that is ended as hung', () => {
  it.each(['setUp', 'measure'] as const)('gives up its %s', async (what) => {
    const { a, b, end } = await driven(2);
    const hung = held('hung');
    const leftBehind = a[what](hung.work);
    const waiting = b.setUp(quick('b sets up')).then(() => b.measure(quick('b measures')));
    await settle();
    end(0);
    await waiting;
    expect(log.filter((what) => what.startsWith('b'))).toEqual(['b sets up', 'b measures']);
    // What it left behind changes nothing when it ends at last.
    const next = held('b');
    void b.setUp(next.work);
    await settle();
    hung.end();
    await leftBehind.catch(() => {});
    await expect(a.setUp(quick('a'))).rejects.toThrow('the cell has ended');
    await expect(a.measure(quick('a'))).rejects.toThrow('the cell has ended');
    expect(log.at(-1)).not.toBe('a');
    next.end();
  });

  it('waits no more', async () => {
    const { a, b, c, end } = await driven(3);
    const busy = held('b');
    void b.setUp(busy.work);
    void c.setUp(held('c').work);
    const waiting = [a.setUp(quick('a')), a.setUp(quick('a'))];
    end(0);
    for (const each of waiting) await expect(each).rejects.toThrow('the cell has ended');
    busy.end();
    await settle();
    expect(log).toEqual(['b+', 'c+', 'b-']);
  });
});

it('refuses what would wait for itself', async () => {
  const { a, b } = await driven(2);
  const measuring = a.measure(() => a.setUp(quick('never')));
  void b.measure(quick('b'));
  await expect(measuring).rejects.toThrow('setUp inside measure');
  await expect(a.setUp(() => a.measure(quick('never')))).rejects.toThrow('measure inside setUp');
  expect(log).toEqual(['b']);
});

it('ends whatever the order and number of calls, with turns of one kind and never one beside a window', async () => {
  const random = seededRandom(7);
  for (let repetition = 0; repetition < 200; repetition += 1) {
    const count = 1 + random.below(4);
    const { members } = new Siblings(count);
    let [starts, pages, windows] = [0, 0, 0];
    const pass = async () => {
      for (let ticks = random.below(6); ticks > 0; ticks -= 1) await Promise.resolve();
    };
    const start = async () => {
      starts += 1;
      expect(starts).toBeLessThanOrEqual(TURNS_AT_ONCE);
      expect(pages + windows).toBe(0);
      await pass();
      starts -= 1;
    };
    const page = async () => {
      pages += 1;
      expect(pages).toBeLessThanOrEqual(TURNS_AT_ONCE);
      expect(starts + windows).toBe(0);
      await pass();
      pages -= 1;
    };
    const window = async () => {
      windows += 1;
      expect(starts + pages).toBe(0);
      await pass();
      windows -= 1;
    };
    const script = async (member: Sibling) => {
      for (let left = random.below(8); left > 0; left -= 1) {
        await (random.below(2) === 0 ? member.setUp(page) : member.measure(window));
        await pass();
        if (random.below(20) === 0) throw new Error('a failure');
      }
    };
    const cells = members.map((member) =>
      member.run(async () => {
        await start();
        await member.drive(() => script(member)).catch(() => {});
        await start();
      }),
    );
    await Promise.all(cells);
    expect([starts, pages, windows]).toEqual([0, 0, 0]);
  }
});

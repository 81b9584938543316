import type { CoValueSummary, CoValueText, MutationEvent } from '@holbench/protocol/covalue';
import { fakeTexts } from '../page/fake-texts.ts';
import type { Completed } from '../port/client-transport.ts';
import type { PageContext } from '../port/page-context.ts';
import type { Act, Done } from './closed-loop.ts';
import type { LoopOperation } from './windows.ts';

/** Never aborted: the cell has a time limit, and a timer for each operation would be timed, too. */
const { signal } = new AbortController();

/** The operations of one of a page's clients, which share its transport; twin of `rawActs`. */
export function pageActs({ transport, list }: PageContext, user: number) {
  const files = list.filter(({ file }) => file !== null);
  const own = at(list, user).id;
  const mutation = { title: `by client ${user}` };
  let loads = user;
  let downloads = user;
  let text: CoValueText | undefined;
  let subscribed: Promise<unknown> | undefined;
  let onEvent: (event: MutationEvent) => void = () => {};
  const acts: Record<LoopOperation, Act> = {
    list: () => done(transport.list(signal)),
    load: () => done(transport.load(at(list, (loads += 1)).id, signal)),
    check: () => done(transport.load(at(list, 0).id, signal)),
    mutate: () => done(transport.mutate(own, mutation, signal)),
    deliver: async () => {
      const event = new Promise<MutationEvent>((resolve) => (onEvent = resolve));
      const [mutated] = await Promise.all([transport.mutate(own, mutation, signal), event]);
      return mutated;
    },
    create: () => {
      if (!text) throw new Error('no text is prepared');
      return done(transport.create(text, signal));
    },
    file: (onFirstByte) => {
      let isFirst = true;
      const onBytes = (): void => {
        if (isFirst) onFirstByte();
        isFirst = false;
      };
      return done(transport.loadFile(at(files, downloads++).id, signal, onBytes));
    },
  };
  /** What must be there before an operation is timed. */
  const prepare = async (operation: LoopOperation): Promise<void> => {
    if (operation === 'create') [text] = await fakeTexts(user, 1);
    if (operation === 'deliver') {
      subscribed ??= transport.subscribe(own, (event) => onEvent(event), signal);
      await subscribed;
    }
  };
  return { acts, prepare };
}

const done = (operation: Promise<Completed<unknown>>): Promise<Done> => operation;

function at(covalues: readonly CoValueSummary[], index: number): CoValueSummary {
  const found = covalues[index % covalues.length];
  if (!found) throw new RangeError('the server has too few CoValues');
  return found;
}

import type { CoValueSummary, CoValueText } from '@holbench/protocol/covalue';
import type { SerialClient } from '@holbench/raw-clients/serial/serial-client';
import type { Act } from './closed-loop.ts';
import type { LoopOperation } from './windows.ts';

/** A raw client, and what it works on. */
export interface RawUser {
  readonly client: SerialClient;
  readonly user: number;
  readonly list: readonly CoValueSummary[];
  readonly text: CoValueText;
}

/** The operations of a raw client; twin of `pageActs`. */
export function rawActs({ client, user, list, text }: RawUser) {
  const { protocol } = client;
  const files = list.filter(({ file }) => file !== null);
  const own = at(list, user);
  const mutation = { title: `by client ${user}` };
  let loads = user;
  let downloads = user;
  let subscribed: Promise<void> | undefined;
  const act =
    (operate: (onFirstByte: () => void) => Promise<number>): Act =>
    async (onFirstByte) => ({ bytes: await operate(onFirstByte), protocol });
  const acts: Record<LoopOperation, Act> = {
    list: act(() => client.list()),
    load: act(() => client.load(at(list, (loads += 1)))),
    check: act(() => client.load(at(list, 0))),
    mutate: act(() => client.mutate(own, mutation)),
    deliver: act(async () => {
      const [, bytes] = await Promise.all([client.mutate(own, mutation), client.nextEvent()]);
      return bytes;
    }),
    create: act(() => client.create(text)),
    file: act((onFirstByte) => client.download(at(files, downloads++), onFirstByte)),
  };
  /** What must be there before an operation is timed. */
  const prepare = async (operation: LoopOperation): Promise<void> => {
    if (operation === 'deliver') await (subscribed ??= client.subscribe(own));
  };
  return { acts, prepare };
}

function at(covalues: readonly CoValueSummary[], index: number): string {
  const found = covalues[index % covalues.length];
  if (!found) throw new RangeError('the server has too few CoValues');
  return found.id;
}

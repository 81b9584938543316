import { pathOf } from '@holbench/protocol/endpoints';
import { openRawClient, type TcpProtocol } from '@holbench/raw-clients/open-client';
import { openSerialClient } from '@holbench/raw-clients/serial/open-serial-client';
import { messageOf } from '@holbench/process/user-error';
import { fakeTexts } from '../page/fake-texts.ts';
import { check, type CheckSpec } from './check-tools.ts';
import { closedLoop, type LoopSpec } from './closed-loop.ts';
import { rawActs } from './raw-acts.ts';
import { MOST_CLIENTS } from './windows.ts';

/** The only argument of this program, as JSON. */
export interface RawLoops {
  readonly protocol: TcpProtocol;
  readonly origin: string;
}

/** A message to this program; each has one answer. */
export type RawLoopsMessage =
  | { readonly do: 'open' }
  | { readonly do: 'prepare'; readonly spec: LoopSpec }
  | { readonly do: 'loop'; readonly spec: LoopSpec }
  | { readonly do: 'check'; readonly spec: Omit<CheckSpec, 'url' | 'protocol'> };

const { protocol, origin }: RawLoops = JSON.parse(process.argv[2] ?? '');
let opened: ReturnType<typeof open> | undefined;

// Nothing else ends it with a bench that was killed.
process.once('disconnect', () => process.exit());
process.on('message', (message: RawLoopsMessage) => {
  void answer(message).then(
    (value) => process.send?.({ value }),
    (error: unknown) => process.send?.({ error: messageOf(error) }),
  );
});

async function answer(message: RawLoopsMessage): Promise<unknown> {
  const { users, list } = await (opened ??= open());
  switch (message.do) {
    case 'open':
      return users.length;
    case 'prepare': {
      const { operation, clients } = message.spec;
      await Promise.all(users.slice(0, clients).map(({ prepare }) => prepare(operation)));
      return null;
    }
    case 'loop': {
      const { spec } = message;
      return closedLoop(
        users.map(({ acts }) => acts[spec.operation]),
        spec,
      );
    }
    case 'check': {
      const url = `${origin}${pathOf('load', { id: list[0]?.id ?? '' })}`;
      return check({ ...message.spec, protocol, url });
    }
  }
}

/** Every client has connections of its own. */
async function open() {
  await using first = await openRawClient(protocol, origin);
  const list = await first.list();
  const texts = await fakeTexts(0, MOST_CLIENTS);
  const users = texts.map(async (text, user) => {
    const client = await openSerialClient(protocol, origin);
    return rawActs({ client, user, list, text });
  });
  return { list, users: await Promise.all(users) };
}

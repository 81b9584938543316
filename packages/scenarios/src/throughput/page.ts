import type { PageContext } from '../port/page-context.ts';
import { closedLoop, type LoopResult, type LoopSpec } from './closed-loop.ts';
import { pageActs } from './page-acts.ts';
import { MOST_CLIENTS } from './windows.ts';

export const page = (context: PageContext) => {
  const users = Array.from({ length: MOST_CLIENTS }, (_, user) => pageActs(context, user));
  return {
    prepare: async ({ operation, clients, operations }: LoopSpec): Promise<void> => {
      await Promise.all(users.slice(0, clients).map(({ prepare }) => prepare(operation)));
      if (operation === 'file') await context.transport.prepareDownloads(operations);
    },
    loop: (spec: LoopSpec): Promise<LoopResult> =>
      closedLoop(
        users.map(({ acts }) => acts[spec.operation]),
        spec,
      ),
  };
};

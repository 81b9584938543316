import type { PageContext } from '../port/page-context.ts';
import { closedLoop, type LoopResult, type LoopSpec } from './closed-loop.ts';
import { pageActs } from './page-acts.ts';
import { MOST_CLIENTS } from './windows.ts';

export const page = (context: PageContext) => {
  const users = Array.from({ length: MOST_CLIENTS }, (_, user) => pageActs(context, user));
  return {
    loop: async (spec: LoopSpec): Promise<LoopResult> => {
      const { operation, clients, operations } = spec;
      await Promise.all(users.slice(0, clients).map(({ prepare }) => prepare(operation)));
      if (operation === 'file') await context.transport.prepareDownloads(operations);
      return closedLoop(
        users.map(({ acts }) => acts[operation]),
        spec,
      );
    },
  };
};

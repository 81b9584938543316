import { pageLoad } from '../page/page-load.ts';
import { subscriberPage } from '../page/subscriber.ts';
import type { PageContext } from '../port/page-context.ts';
import { produce, type ProducerSpec } from './produce.ts';

export { operation } from './operation.ts';

export const page = (context: PageContext) => ({
  ...subscriberPage(context),
  pageLoad: async (user: number) => pageLoad(context, user),
  produce: (spec: ProducerSpec) => produce(context, spec),
});

import { subscriberPage } from '../page/subscriber.ts';
import type { PageContext } from '../port/page-context.ts';
import { fillQueue, type FillSpec } from './fill-queue.ts';
import { produceOnSchedule, type ScheduledProducerSpec } from './produce-on-schedule.ts';

export const page = (context: PageContext) => ({
  ...subscriberPage(context),
  produceOnSchedule: (spec: ScheduledProducerSpec) => produceOnSchedule(context, spec),
  fillQueue: (spec: FillSpec) => fillQueue(context, spec),
});

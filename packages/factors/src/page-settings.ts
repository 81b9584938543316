import { events } from './events.ts';
import { priority } from './priority.ts';
import { sendOrder } from './send-order.ts';
import type { FactorValues } from './values.ts';

/** Factors that the page itself obeys: it has them from its address. */
const SETTINGS = [priority, events, sendOrder] as const;

export type PageSettings = Pick<FactorValues, (typeof SETTINGS)[number]['key']>;

/** `priority=browser&events=sse` */
export function pageQuery(values: PageSettings): string {
  return new URLSearchParams(
    SETTINGS.map(({ key, flag, format }): [string, string] => [flag, format(values[key])]),
  ).toString();
}

/** What is missing has its default. @throws UserError for what is no value. */
export function pageSettings(address: URLSearchParams): PageSettings {
  const texts = (flag: string): string => address.get(flag) ?? 'default';
  return {
    priority: priority.parse(texts(priority.flag), `?${priority.flag}`),
    eventDelivery: events.parse(texts(events.flag), `?${events.flag}`),
    sendOrder: sendOrder.parse(texts(sendOrder.flag), `?${sendOrder.flag}`),
  };
}

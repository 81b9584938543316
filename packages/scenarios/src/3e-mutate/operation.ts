import { LABELS } from '../labels.ts';
import { Subscriber } from '../page/subscriber.ts';
import { type Operation, OPERATION_TIMEOUT_MS } from '../port/operation.ts';
import { produce } from './produce.ts';

const SUBSCRIBERS = 10;

/**
 * Chromium opens six connections per origin, and over HTTP/1.1 each event stream occupies one:
 * four subscribers leave two connections for the producer and for attachments.
 */
const SUBSCRIBERS_ON_HTTP1 = 4;

/** Time limit of deliveries after the last acknowledgement. */
const DELIVERY_TIMEOUT_MS = 15_000;

/** By hand: producer and subscribers in one page, each with its own transport. */
export const operation: Operation = {
  title: 'Mutate one',
  describe: (kind, { mutations }) =>
    `${mutations} mutations of ${kind === 'text' ? '5 KB' : '100 KiB'}, each to all subscribers`,
  steps: ({ mutations }) => mutations,
  run: async (context, kind, form, onStep) => {
    const { variant, list } = context;
    const spec = { kind, timeoutMs: OPERATION_TIMEOUT_MS, ...form };
    const isHttp1 = variant.protocol === 'http/1.1';
    const count = isHttp1 ? SUBSCRIBERS_ON_HTTP1 : SUBSCRIBERS;
    const transports = Array.from({ length: count }, () => context.openTransport());
    try {
      const subscribers = transports.map(
        (transport, user) =>
          new Subscriber({ transport, list }, { ...spec, user, label: LABELS.deliver }),
      );
      await Promise.all(subscribers.map((each) => each.begin()));
      const mutated = await produce(context, spec, onStep);
      const expected = { mutations: form.mutations, timeoutMs: DELIVERY_TIMEOUT_MS };
      const delivered = await Promise.all(subscribers.map((each) => each.received(expected)));
      const title = `Deliveries to ${count} subscribers, grouped by subscriber`;
      return {
        series: [
          { title, measurements: delivered.flat() },
          { title: 'Mutations, call to acknowledgement', measurements: mutated },
        ],
        note: isHttp1 ? HTTP1_NOTE : null,
      };
    } finally {
      for (const transport of transports) transport.close();
    }
  },
};

const HTTP1_NOTE =
  `${SUBSCRIBERS_ON_HTTP1} subscribers instead of ${SUBSCRIBERS}: a browser opens six HTTP/1.1 ` +
  'connections per origin. Each event stream uses one, and the producer needs the rest.';

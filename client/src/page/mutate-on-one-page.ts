import { LABELS } from '@holbench/results/sample';
import type { ClientTransport } from '../transport/client-transport.ts';
import { produce } from '../workloads/produce.ts';
import type { ProducerSpec } from '../workloads/spec.ts';
import { Subscriber } from '../workloads/subscriber.ts';
import type { ConnectedPage } from './connect.ts';
import { openTransport } from './open-transport.ts';
import type { OperationResult } from './operations.ts';

const SUBSCRIBERS = 10;

/**
 * Chromium opens six connections per origin and HTTP/1.1 gives a whole one to each event stream:
 * four leave two for the producer and for attachments.
 */
const SUBSCRIBERS_ON_HTTP1 = 4;

/** How long deliveries may lag behind the last acknowledgement. */
const DELIVERY_TIMEOUT_MS = 15_000;

/** 3e with the producer and all subscribers in one page, each with a transport of its own. */
export async function mutateOnOnePage(
  page: ConnectedPage,
  spec: ProducerSpec,
  onStep: () => void,
): Promise<OperationResult> {
  const { variant, list } = page;
  const isHttp1 = variant.protocol === 'http/1.1';
  const count = isHttp1 ? SUBSCRIBERS_ON_HTTP1 : SUBSCRIBERS;
  const transports = Array.from({ length: count }, () => openTransport(variant));
  try {
    const subscribers = transports.map((transport, user) => subscriber(transport, user));
    await Promise.all(subscribers.map((each) => each.begin()));
    const mutated = await produce(page, spec, onStep);
    const timeoutMs = DELIVERY_TIMEOUT_MS;
    const { mutations } = spec;
    const delivered = await Promise.all(
      subscribers.map((each) => each.received({ mutations, timeoutMs })),
    );
    return {
      series: [
        {
          title: `Deliveries to ${count} subscribers, grouped by subscriber`,
          measurements: delivered.flat(),
        },
        { title: 'Mutations until acknowledged', measurements: mutated },
      ],
      note: isHttp1 ? HTTP1_NOTE : null,
    };
  } finally {
    for (const transport of transports) transport.close();
  }

  function subscriber(transport: ClientTransport, user: number): Subscriber {
    return new Subscriber({ transport, list }, { ...spec, user, label: LABELS.deliver });
  }
}

const HTTP1_NOTE =
  `${SUBSCRIBERS_ON_HTTP1} subscribers instead of ${SUBSCRIBERS}: a browser opens six HTTP/1.1 ` +
  'connections per origin, every event stream occupies one, and the producer needs the rest.';

import { batch } from './batch.ts';
import { bulkWindow } from './bulk-window.ts';
import { bulk } from './bulk.ts';
import { chunkSize } from './chunk-size.ts';
import { compress } from './compress.ts';
import { outage, rebind, udp } from './disturbances.ts';
import { encoding } from './encoding.ts';
import { events } from './events.ts';
import { fileRead } from './file-read.ts';
import { fragment } from './fragment.ts';
import { http2Write } from './http2-write.ts';
import { http2Window } from './http2-window.ts';
import { initcwnd } from './initcwnd.ts';
import { logging } from './logging.ts';
import { notsentLowat } from './notsent-lowat.ts';
import { pacing } from './pacing.ts';
import { ping } from './ping.ts';
import { persistence } from './persistence.ts';
import { priority } from './priority.ts';
import { proxyBuffering } from './proxy-buffering.ts';
import { quicCc } from './quic-cc.ts';
import { sendOrder } from './send-order.ts';
import { subscriptions } from './subscriptions.ts';
import { tabs } from './tabs.ts';
import { tcpCc } from './tcp-cc.ts';
import { uploadWindow } from './upload-window.ts';
import { VERSIONS } from './versions.ts';

/** Every factor, in the order of arm names. */
export const FACTORS = [
  tcpCc,
  quicCc,
  notsentLowat,
  initcwnd,
  pacing,
  outage,
  rebind,
  udp,
  http2Window,
  http2Write,
  chunkSize,
  fragment,
  encoding,
  uploadWindow,
  bulk,
  bulkWindow,
  priority,
  sendOrder,
  events,
  tabs,
  subscriptions,
  batch,
  compress,
  ping,
  logging,
  persistence,
  fileRead,
  proxyBuffering,
  ...VERSIONS,
] as const;

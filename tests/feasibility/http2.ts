import { once } from 'node:events';
import { connect } from 'node:http2';
import { LIMIT_MS } from './lab.ts';

/** Whether a server allows other protocols in its streams of HTTP/2, in words (RFC 8441, section 3). */
export async function extendedConnect(origin: string): Promise<string> {
  const session = connect(origin, { rejectUnauthorized: false });
  try {
    await once(session, 'remoteSettings', { signal: AbortSignal.timeout(LIMIT_MS) });
    const { enableConnectProtocol } = session.remoteSettings;
    return `${enableConnectProtocol === true ? 'announces' : 'does not announce'} extended CONNECT`;
  } finally {
    session.destroy();
  }
}

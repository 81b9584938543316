import { variant as variantOf } from '@holbench/variants/registry';
import { join } from 'node:path';
import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import { startVariant } from '@holbench/harness/start-variant';
import { chromiumText, type FeasibilityTest, missingOfBrowser } from '../feasibility-test.ts';
import { connectProtocol } from '../http2-request.ts';
import { errorsOf, open, openWebSocket } from '../page-scripts.ts';

/** Smallest file size with which a variant starts; no file is moved. */
const FILE_BYTES = 100 * 1024;

/** WebSocket over HTTP/2 (RFC 8441) to the server of `node-http2`. */
export const nodeHttp2WebSocket: FeasibilityTest = {
  id: 'websocket-http2-node',
  what: (tools) =>
    `WebSocket over HTTP/2 (RFC 8441) to node-http2, Node ${tools.serverNode.version}, from ${chromiumText(tools)}`,
  missing: missingOfBrowser,
  run: async (lab) => {
    const variant = variantOf('node-http2');
    const logFolder = join(lab.folder, 'variant');
    const { origin } = await lab.keep(
      startVariant(variant, { tools: lab.tools, fileBytes: FILE_BYTES, logFolder }),
    );
    const setting = await connectProtocol(origin);
    const { browser } = await lab.browser({ forceQuic: [] });
    const page = await browser.newPage();
    const errors = errorsOf(page);
    const failure = await open(page, `${origin}/?variant=${variant.id}`);
    if (failure !== null) throw new Error(failure);
    const state = await openWebSocket(page, `${origin.replace('https', 'wss')}${WEBSOCKET_PATH}`);
    return {
      works: state === 'opened',
      evidence: `SETTINGS_ENABLE_CONNECT_PROTOCOL: ${setting}; the WebSocket of a page: ${state} (${errors()})`,
    };
  },
};

/**
 * Version of everything that crosses the wire: messages, chunk frames, routes and headers.
 * It travels in the WebSocket handshake (`WEBSOCKET_SUBPROTOCOL`), in `GET /healthz` and in every
 * run's manifest. `version.test.ts` fails when the wire changes and this number does not.
 */
export const PROTOCOL_VERSION = 4;

/** Offered by the page and echoed by the server; another version is refused at the upgrade. */
export const WEBSOCKET_SUBPROTOCOL = `holbench.v${PROTOCOL_VERSION}`;

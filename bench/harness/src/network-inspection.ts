/**
 * Playwright has Chromium report every request, response and WebSocket message of a page to it,
 * payloads included. That costs the browser far more than the transfers: ten 50 MiB downloads over
 * one WebSocket take 8 to 11 s with it and 2 s without (docs/decisions/0004). So timed pages are
 * not inspected.
 *
 * Playwright has no public switch for it. This code uses Playwright's own, private DevTools
 * session. Playwright is pinned, and the check below detects a change.
 */
interface WatchedPage {
  evaluate<Result>(run: () => Promise<Result>): Promise<Result>;
  on(event: 'request', listener: () => void): unknown;
  off(event: 'request', listener: () => void): unknown;
}

interface DevToolsSession {
  send(method: string): Promise<unknown>;
}

/**
 * Opens a page whose network is not reported for the rest of its life.
 * @param open its first navigation, and whatever it waits for.
 * @throws Error when Playwright has changed and inspection cannot be stopped: timings would be
 * wrong.
 */
export async function openUnwatched<Opened>(
  page: WatchedPage,
  open: () => Promise<Opened>,
): Promise<Opened> {
  await stopNetworkInspection(page);
  const opened = await open();
  await assertNoNetworkInspection(page);
  return opened;
}

async function stopNetworkInspection(page: WatchedPage): Promise<void> {
  const session = devToolsSession(page);
  if (!session) throw new Error(`${CANNOT_STOP}: its DevTools session is not where it was`);
  await session.send('Network.disable');
}

/** Proves, on a page that is open, that its requests are no longer reported. */
async function assertNoNetworkInspection(page: WatchedPage): Promise<void> {
  let reported = 0;
  const listener = (): void => void reported++;
  page.on('request', listener);
  await page.evaluate(async () => void (await (await fetch('/healthz')).text()));
  page.off('request', listener);
  if (reported > 0) throw new Error(`${CANNOT_STOP}: a request was reported all the same`);
}

const CANNOT_STOP = 'this version of Playwright cannot be told to stop inspecting the network';

function devToolsSession(page: WatchedPage): DevToolsSession | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Playwright has no types for its private parts
  const { _connection: connection } = page as unknown as {
    _connection?: {
      toImpl?: (page: unknown) => {
        delegate?: { _mainFrameSession?: { _client?: DevToolsSession } };
      };
    };
  };
  return connection?.toImpl?.(page)?.delegate?._mainFrameSession?._client;
}

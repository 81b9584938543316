import { filled } from '@holbench/protocol/endpoints';
import type { Answered, Outcome, RequestLog } from '../server/request-log.ts';
import type { LabResponse, Route } from './route.ts';

/** The route, which also writes a line per request when its response has been handed over. */
export function loggedRoute(route: Route, log: RequestLog): Route {
  return {
    ...route,
    handle: async (request) => {
      const answered = afterHandOver(
        log.begin(`${route.method} ${filled(route.path, request.params)}`),
      );
      const response = await route.handle(request);
      const { stream, contentLength } = response;
      // An event stream, which has no length, is answered when it begins, as over a WebSocket.
      if (stream && contentLength !== null) return loggedStream(response, stream, answered);
      answered(response.status);
      return response;
    },
  };
}

function loggedStream(
  response: LabResponse,
  stream: NonNullable<LabResponse['stream']>,
  answered: Answered,
): LabResponse {
  return {
    ...response,
    stream: async (connection) => {
      try {
        await stream(connection);
        answered(connection.closed.aborted ? 'cancelled' : response.status);
      } catch (error) {
        answered('internal');
        throw error;
      }
    },
  };
}

/** The server writes the response in the same turn: writing the line must not delay it. */
function afterHandOver(answered: Answered): Answered {
  return (outcome: Outcome) => void setImmediate(() => answered(outcome));
}

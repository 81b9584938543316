import * as v from 'valibot';
import { RequestId } from '@holbench/protocol/id';

const WithRequestId = v.object({ requestId: RequestId });

/** The request id in a message that is otherwise wrong, so that its sender learns which; or null. */
export function requestIdOf(json: string): number | null {
  try {
    const result = v.safeParse(WithRequestId, JSON.parse(json));
    return result.success ? result.output.requestId : null;
  } catch {
    return null;
  }
}

import * as v from 'valibot';
import { FileInfo } from '../covalue.ts';
import { CoValueId, RequestId } from '../id.ts';

/** WebSocket: asks for a CoValue's file. HTTP: `GET /covalues/:id/file`. */
export const LoadFile = v.strictObject({
  type: v.literal('loadFile'),
  requestId: RequestId,
  id: CoValueId,
});

/**
 * WebSocket: the file follows, in order, as chunk frames with this `requestId`. HTTP: the header
 * `FILE_INFO_HEADER` holds the same `file` as JSON, the body is the bytes.
 */
export const FileBegin = v.strictObject({
  type: v.literal('fileBegin'),
  requestId: RequestId,
  file: FileInfo,
});

/** HTTP: response header of `GET /covalues/:id/file`, a `FileInfo` as JSON. */
export const FILE_INFO_HEADER = 'holbench-file';

/** Methods of some browsers that TypeScript's ES2024 does not have yet. */
interface NativeBase64 {
  fromBase64?(data: string): Uint8Array<ArrayBuffer>;
}
interface NativeBytes extends Uint8Array<ArrayBuffer> {
  toBase64?(): string;
}

/** Number of arguments that all engines accept in one call. */
const PIECE_BYTES = 8_192;

/** Decodes base64. @throws Error (`SyntaxError`, `InvalidCharacterError`) for invalid text. */
export function fromBase64(data: string): Uint8Array<ArrayBuffer> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every member that it adds is optional
  const native = Uint8Array as NativeBase64;
  if (native.fromBase64) return native.fromBase64(data);
  const binary = atob(data);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Encodes as base64. */
export function toBase64(bytes: Uint8Array<ArrayBuffer>): string {
  const native = bytes as NativeBytes;
  if (native.toBase64) return native.toBase64();
  let binary = '';
  for (let offset = 0; offset < bytes.byteLength; offset += PIECE_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(offset, offset + PIECE_BYTES));
  }
  return btoa(binary);
}

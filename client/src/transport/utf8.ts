const encoder = new TextEncoder();

/** Length of `text` in bytes of UTF-8, which is what crosses the network. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).byteLength;
}

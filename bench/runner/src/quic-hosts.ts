import type { Variant } from '@holbench/variants/registry';

/**
 * Hosts that Chromium must speak QUIC to from its first request: the variant's own for HTTP/3, and
 * none for the others, which would then fail to connect.
 */
export function quicHosts({ protocol }: Pick<Variant, 'protocol'>, origin: string): string[] {
  return protocol === 'h3' ? [new URL(origin).host] : [];
}

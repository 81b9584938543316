import { isOverQuic } from '@holbench/variants/protocols';
import type { Variant } from '@holbench/variants/registry';
import type { FactorValues } from './values.ts';

type Sender = Pick<Variant, 'protocol' | 'capabilities'>;
type Chosen = Pick<FactorValues, 'congestionControl' | 'quicCongestionControl'>;

/** Name of the congestion control by which a variant's downloads are sent over a link (docs/reference/stacks.md). */
export function congestionControlOf(
  { protocol, capabilities }: Sender,
  { congestionControl, quicCongestionControl }: Chosen,
): string {
  if (!isOverQuic(protocol)) return congestionControl;
  // quinn's own.
  if (protocol === 'webtransport') return 'cubic';
  // quic-go has Reno alone. QUICHE, which obeys, has BBR of its own.
  if (!capabilities.includes('quic-congestion-control')) return 'reno';
  return quicCongestionControl === 'own' ? 'bbr' : quicCongestionControl;
}

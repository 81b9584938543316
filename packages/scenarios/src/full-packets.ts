/** A full packet on a path of 1500 bytes: all of it, as a rate counts it, and its payload. */
export interface FullPacket {
  readonly payloadBytes: number;
  readonly packetBytes: number;
}

/** Ethernet's 1500 bytes without the headers of IP and TCP, which has timestamps. */
export const TCP_PACKET: FullPacket = { payloadBytes: 1_448, packetBytes: 1_500 };
/** What quic-go 0.63 makes of it: nearly all packets in Chromium's net log (docs/decisions/0012). */
export const QUIC_PACKET: FullPacket = { payloadBytes: 1_411, packetBytes: 1_464 };

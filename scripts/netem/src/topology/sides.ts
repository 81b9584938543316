/**
 * The two ends of every link. The certificates of the lab cover these addresses and names; the MAC
 * addresses are locally administered (RFC 7042, section 2.1).
 */
export const SIDES = {
  client: {
    name: "the client's side",
    address: '10.77.0.1',
    host: 'client.holbench',
    mac: '02:00:0a:4d:00:01',
  },
  server: {
    name: "the server's side",
    address: '10.77.0.2',
    host: 'server.holbench',
    mac: '02:00:0a:4d:00:02',
  },
} as const;

/** The device that leads to the other side, in both namespaces. */
export const DEVICE = 'hb0';

/** Ethernet's: the largest IP packet, in bytes. */
export const MTU_BYTES = 1500;

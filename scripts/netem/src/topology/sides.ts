/** The two ends of every link. The certificates of the lab cover these addresses and names. */
export const SIDES = {
  client: { address: '10.77.0.1', host: 'client.holbench', what: "the client's side" },
  server: { address: '10.77.0.2', host: 'server.holbench', what: "the server's side" },
} as const;

/** The device that leads to the other side, in both namespaces. */
export const DEVICE = 'hb0';

/** Ethernet's: the largest IP packet, in bytes. */
export const MTU_BYTES = 1500;

export function hostsFile(): string {
  const hosts = Object.values(SIDES).map(({ address, host }) => `${address} ${host}\n`);
  return `127.0.0.1 localhost\n${hosts.join('')}`;
}

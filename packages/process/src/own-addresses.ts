import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** All addresses of this machine. */
export function ownAddresses(): NetworkInterfaceInfo[] {
  return Object.values(networkInterfaces()).flatMap((each) => each ?? []);
}

/** Those by which other machines reach this one; not those of one link alone, which need its name. */
export function outerAddresses(family: 'IPv4' | 'IPv6'): string[] {
  return ownAddresses()
    .filter((own) => own.family === family && !own.internal && !own.address.startsWith('fe80:'))
    .map(({ address }) => address);
}

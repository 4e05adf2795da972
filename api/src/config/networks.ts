import { BlockList, isIP } from 'node:net';

export const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A list of addresses and networks, such as `127.0.0.1` and `10.0.0.0/8`; null where one is malformed. */
export function parseNetworks(networks: readonly string[]): BlockList | null {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const version = isIP(address);
    const most = version === 6 ? 128 : 32;
    const prefix = bits === undefined ? most : Number(/^\d{1,3}$/.exec(bits)?.[0] ?? Number.NaN);
    if (version === 0 || !(prefix <= most)) return null;
    list.addSubnet(address, prefix, familyOf(address));
  }
  return list;
}

/** The networks of a comma-separated setting that is checked already; none where it is absent. */
export const networksOf = (setting: string | undefined): BlockList =>
  parseNetworks(setting?.split(',').map((word) => word.trim()) ?? []) ?? new BlockList();

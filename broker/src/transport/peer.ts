import { BlockList, isIP, isIPv6 } from 'node:net';
import { plainAddress } from './address.ts';

/** From the socket's address and the X-Forwarded-For header to the address of the client. */
export type PeerOf = (remote: string | undefined, forwardedFor: string | string[] | undefined) => string;

/** Express' names for ranges, so that one setting serves the api and the broker. */
const RANGES: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const family = (address: string): 'ipv6' | 'ipv4' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Which addresses are proxies that are trusted.
 * @param trusted addresses, CIDR ranges or the names loopback, linklocal, uniquelocal; throws on anything else
 */
export function proxyMatcher(trusted: readonly string[]): (address: string) => boolean {
  const proxies = new BlockList();
  for (const range of trusted.flatMap((name) => RANGES[name] ?? [name])) {
    const [address = '', prefix] = range.split('/');
    if (prefix === undefined) proxies.addAddress(address, family(address));
    else proxies.addSubnet(address, Number(prefix), family(address));
  }
  return (address) => proxies.check(plainAddress(address), family(plainAddress(address)));
}

/**
 * Who stands behind a proxy. Only a trusted one is believed: otherwise anybody could spend the failed attempts of
 * another address, and without this every console behind the proxy would share one.
 */
export function peerReader(isProxy: (address: string) => boolean): PeerOf {
  return (remote = '', forwardedFor = []) => {
    const hops = [forwardedFor]
      .flat()
      .join(',')
      .split(',')
      .map((hop) => hop.trim());
    let peer = plainAddress(remote);
    for (const hop of hops.toReversed()) {
      // Anything but an address is not believed: limits count by it, and so it would be kept.
      if (!isIP(hop) || !isProxy(peer)) break;
      peer = plainAddress(hop);
    }
    return peer;
  };
}

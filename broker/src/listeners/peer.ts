import { BlockList, isIP, isIPv6 } from 'node:net';
import { plainAddress } from '../transport/transport.ts';

export type PeerOf = (remote: string | undefined, forwardedFor: string | string[] | undefined) => string;

/** Express' names of ranges, so that one setting works for the api and the broker. */
const RANGES: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const family = (address: string): 'ipv6' | 'ipv4' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Returns a predicate for the addresses of trusted proxies.
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
 * Determines the client behind a proxy. Only a trusted proxy is considered: otherwise a client could use up the failed
 * attempts of another address. Without the header, all consoles behind a proxy would share one address.
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
      // Anything but an address is ignored, because limits store it as a key.
      if (!isIP(hop) || !isProxy(peer)) break;
      peer = plainAddress(hop);
    }
    return peer;
  };
}

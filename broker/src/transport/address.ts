import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;
/** A customer gets a /64 or more, and may use any address of it: the first four groups of sixteen bits. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** An IPv4 address that a socket for both families writes as IPv6 becomes IPv4 again. */
export const plainAddress = (address: string): string => address.replace(MAPPED_IPV4, '');

/** What limits per address count by: the IPv4 address, or the /64 network of an IPv6 address. */
export function addressGroup(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  // The URL parser writes every address in one form; a zone (`%eth0`) is no part of it.
  const hostname = new URL(`http://[${plain.replace(/%.*/, '')}]`).hostname.slice(1, -1);
  const [left = [], right = []] = hostname.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: GROUPS - left.length - right.length }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

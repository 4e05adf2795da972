/** The smallest network that a provider assigns to one IPv6 subscriber, who can use every address in it. */
const SUBSCRIBER_GROUPS = 4;
const GROUPS = 8;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const GROUP = /^[\da-f]{1,4}$/i;

/**
 * The key under which an IP address is counted by limits per address: an IPv4 address itself, also when it is IPv4-mapped;
 * for an IPv6 address its /64 network. Any other text is `unknown`, so that invalid values share one limit.
 */
export function addressKey(ip: string): string {
  if (IPV4.test(ip)) return ip;
  const groups = parseIPv6(ip.split('%', 1)[0] ?? '');
  if (!groups) return 'unknown';
  const [high = 0, low = 0] = groups.slice(6);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, SUBSCRIBER_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups of an IPv6 address, or null if the text is not one. */
function parseIPv6(text: string): number[] | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half, index) => parseGroups(half, index === halves.length - 1));
  if (!head || tail === null) return null;
  if (tail === undefined) return head.length === GROUPS ? head : null;
  const missing = GROUPS - head.length - tail.length;
  return missing > 0 ? [...head, ...Array.from({ length: missing }, () => 0), ...tail] : null;
}

/** The groups between colons; only the end of an address may be written as IPv4. */
function parseGroups(text: string, isEnd: boolean): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  const words = text.split(':');
  for (const [index, word] of words.entries()) {
    if (isEnd && index === words.length - 1 && IPV4.test(word)) {
      const [a = 0, b = 0, c = 0, d = 0] = word.split('.').map(Number);
      groups.push((a << 8) | b, (c << 8) | d);
    } else if (GROUP.test(word)) groups.push(Number.parseInt(word, 16));
    else return null;
  }
  return groups;
}

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

/** Converts an IPv4-mapped IPv6 address, as a dual-stack socket reports it, to IPv4. */
export const plainAddress = (address: string): string => address.replace(MAPPED_IPV4, '');

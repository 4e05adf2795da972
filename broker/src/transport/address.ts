const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

/** An IPv4 address that a socket for both families writes as IPv6 becomes IPv4 again. */
export const plainAddress = (address: string): string => address.replace(MAPPED_IPV4, '');

import { z } from 'zod';

const ADDRESS_MAX = 500;
const SCHEMES = { stream: ['http:', 'https:'], socket: ['ws:', 'wss:'] } as const;
const EXAMPLES = { stream: 'https://radio.example/live', socket: 'wss://belfry.example/mqtt' };
export type AddressKind = keyof typeof SCHEMES;

/**
 * Whether a text is the address of a stream (http, https) or of a WebSocket (ws, wss). Addresses with a user name or password are refused,
 * since everybody who sees a device would see them, and so are white space and control characters, which URL parsers drop.
 */
export function isNetworkAddress(text: string, kind: AddressKind): boolean {
  if (text.length > ADDRESS_MAX || /[\s\p{Cc}]/u.test(text)) return false;
  const url = URL.parse(text);
  const schemes: readonly string[] = SCHEMES[kind];
  return url !== null && schemes.includes(url.protocol) && url.username === '' && url.password === '';
}

/** The address of a stream or of a WebSocket, as people type it. What is stored may be older and is read as a text. */
export const networkAddressSchema = (kind: AddressKind) =>
  z
    .string()
    .max(ADDRESS_MAX)
    .refine(
      (text) => isNetworkAddress(text, kind),
      `Expected an address such as ${EXAMPLES[kind]}, without a user name and password`,
    );

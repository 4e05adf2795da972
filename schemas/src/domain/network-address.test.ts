import { expect, it } from 'vitest';
import { isNetworkAddress, networkAddressSchema } from './network-address.ts';

it.each([
  ['https://radio.test/live?quality=high#now', 'stream', true],
  ['http://192.0.2.1:8000/', 'stream', true],
  ['http://[2001:db8::1]/live', 'stream', true],
  ['wss://belfry.test/mqtt', 'socket', true],
  ['ws://belfry.test:8083', 'socket', true],
  ['ws://belfry.test', 'stream', false],
  ['https://belfry.test', 'socket', false],
  ['ftp://radio.test/live', 'stream', false],
  ['file:///etc/passwd', 'stream', false],
  ['javascript:alert(1)', 'stream', false],
  ['radio.test/live', 'stream', false],
  ['https://user@radio.test/live', 'stream', false],
  ['https://user:password@radio.test/live', 'stream', false],
  ['wss://:password@belfry.test', 'socket', false],
  ['https://radio.test/\nlive', 'stream', false],
  ['https://radio.test/\u0000', 'stream', false],
  [' https://radio.test', 'stream', false],
  ['https://radio.test/a b', 'stream', false],
  ['', 'stream', false],
  [`https://radio.test/${'a'.repeat(500)}`, 'stream', false],
] as const)('%j is an address of a %s: %s', (text, kind, expected) => {
  expect(isNetworkAddress(text, kind)).toBe(expected);
  expect(networkAddressSchema(kind).safeParse(text).success).toBe(expected);
});

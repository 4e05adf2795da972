import { expect, it } from 'vitest';
import { peerReader, proxyMatcher } from './peer.ts';

it.each([
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['172.18.0.5', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['172.18.0.5', '203.0.113.9, 10.1.1.1', '203.0.113.9'],
  ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['::1', '2001:db8::1', '2001:db8::1'],
  ['172.18.0.5', `${'x'.repeat(5_000)}, 172.18.0.9`, '172.18.0.9'],
  ['172.18.0.5', 'unknown', '172.18.0.5'],
  [undefined, undefined, ''],
])('%s with X-Forwarded-For %j is %s', (remote, forwardedFor, expected) => {
  expect(peerReader(proxyMatcher(['loopback', 'uniquelocal']))(remote, forwardedFor)).toBe(expected);
});

it('ignores the header when no proxy is trusted, and ignores values that are not addresses', () => {
  expect(peerReader(proxyMatcher([]))('127.0.0.1', '203.0.113.9')).toBe('127.0.0.1');
  expect(() => proxyMatcher(['everybody'])).toThrow();
});

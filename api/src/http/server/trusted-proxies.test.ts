import express from 'express';
import { describe, expect, it } from 'vitest';
import { isProxyOf, trustProxies } from './http-server.ts';

describe('trusted proxies', () => {
  it('are those of the list, each time they are asked about', () => {
    const app = express();
    trustProxies(app, 'loopback, 10.0.0.0/8');
    const isProxy = isProxyOf(app);
    for (let time = 0; time < 2; time++) {
      expect(['127.0.0.1', '::1', '10.1.2.3'].map(isProxy)).toEqual([true, true, true]);
      expect(['192.0.2.1', '2001:db8::1', ''].map(isProxy)).toEqual([false, false, false]);
    }
  });

  it('are still told apart after 10,000 other addresses', () => {
    const app = express();
    trustProxies(app, '10.0.0.0/16');
    const isProxy = isProxyOf(app);
    const addresses = Array.from({ length: 12_000 }, (_, n) => `10.${n % 2}.${(n >> 8) & 255}.${n & 255}`);
    expect(addresses.filter((address) => isProxy(address) !== address.startsWith('10.0.'))).toEqual([]);
  });
});

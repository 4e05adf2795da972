import { expect, it } from 'vitest';
import { addressOf } from './broker-connection.ts';

it.each([
  ['mqtt://broker.test', { host: 'broker.test', port: 1883, tls: false }],
  ['tcp://broker.test:2000', { host: 'broker.test', port: 2000, tls: false }],
  ['mqtts://broker.test', { host: 'broker.test', port: 8883, tls: true }],
  ['ssl://broker.test:2001', { host: 'broker.test', port: 2001, tls: true }],
  ['mqtt://[::1]:1884', { host: '::1', port: 1884, tls: false }],
])('%s is %j', (url, address) => {
  expect(addressOf(url)).toEqual(address);
});

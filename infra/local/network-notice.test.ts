import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { networkNotice } from './network-notice.ts';

test('names the settings that make a default start reachable from the network', () => {
  const notice = networkNotice(readConfig({}));
  expect(notice).toMatch(/this machine only/);
  expect(notice).toContain('HTTP_HOST=0.0.0.0 and MQTT_HOST=0.0.0.0');
});

test('names only processes that are not reachable yet', () => {
  const notice = networkNotice(readConfig({ HTTP_HOST: '0.0.0.0' })) ?? '';
  expect(notice).toContain('MQTT_HOST=0.0.0.0');
  expect(notice).not.toContain('HTTP_HOST');
});

test('returns nothing when all are reachable, or the broker runs elsewhere', () => {
  expect(networkNotice(readConfig({ HTTP_HOST: '0.0.0.0', MQTT_HOST: '::' }))).toBeUndefined();
  expect(networkNotice(readConfig({ HTTP_HOST: '::', MQTT_URL: 'mqtt://mqtt.test:1883' }))).toBeUndefined();
});

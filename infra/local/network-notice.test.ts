import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { networkNotice } from './network-notice.ts';

test('names the settings that open a default start to the network', () => {
  const notice = networkNotice(readConfig({}));
  expect(notice).toMatch(/this machine only/);
  expect(notice).toContain('HTTP_HOST=0.0.0.0 and MQTT_HOST=0.0.0.0');
});

test('names only what is still closed', () => {
  const notice = networkNotice(readConfig({ HTTP_HOST: '0.0.0.0' })) ?? '';
  expect(notice).toContain('MQTT_HOST=0.0.0.0');
  expect(notice).not.toContain('HTTP_HOST');
});

test('is silent when everything is open, or the broker is somewhere else', () => {
  expect(networkNotice(readConfig({ HTTP_HOST: '0.0.0.0', MQTT_HOST: '::' }))).toBeUndefined();
  expect(networkNotice(readConfig({ HTTP_HOST: '::', MQTT_URL: 'mqtt://mqtt.test:1883' }))).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import { networkNotice, readConfig } from './config.ts';

describe('launcher settings', () => {
  it('have the documented defaults, and an empty value counts as not set', () => {
    expect(readConfig({ HTTP_PORT: '', DATABASE_URL: '' })).toMatchObject({
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: 8080,
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: 1883,
      MQTT_WS_PORT: 8083,
      DATABASE_URL: undefined,
      SIM_DEVICES: 24,
      SAMPLE_ORGANISATION: 'on',
    });
  });

  it('accept zero as a number', () => {
    expect(readConfig({ HTTP_PORT: '0', SIM_DEVICES: '0' })).toMatchObject({ HTTP_PORT: 0, SIM_DEVICES: 0 });
  });

  it.each([
    ['HTTP_PORT', 'eighty'],
    ['MQTT_PORT', '70000'],
    ['INTERNAL_PORT', '70000'],
    ['SIM_DEVICES', '-1'],
    ['SIM_DEVICES', '1.5'],
    ['SAMPLE_ORGANISATION', 'no'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['MQTT_URL', 'localhost:1883'],
    ['SERVICE_SECRET', 'short'],
  ])('refuse %s=%s in one line that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}[^\\n]*$`));
  });

  it('do not include a secret in error messages', () => {
    expect(() => readConfig({ SERVICE_SECRET: 'short' })).toThrow(/^(?!.*short)/);
    expect(() => readConfig({ DATABASE_URL: 'mysql://me:hidden@localhost/x' })).toThrow(/^(?!.*hidden)/);
  });
});

it('names the settings that make a default start reachable from the network', () => {
  const notice = networkNotice(readConfig({}));
  expect(notice).toMatch(/this machine only/);
  expect(notice).toContain('HTTP_HOST=0.0.0.0 and MQTT_HOST=0.0.0.0');
});

it('names only processes that are not reachable yet', () => {
  const notice = networkNotice(readConfig({ HTTP_HOST: '0.0.0.0' })) ?? '';
  expect(notice).toContain('MQTT_HOST=0.0.0.0');
  expect(notice).not.toContain('HTTP_HOST');
});

it('returns nothing when all are reachable, or the broker runs elsewhere', () => {
  expect(networkNotice(readConfig({ HTTP_HOST: '0.0.0.0', MQTT_HOST: '::' }))).toBeUndefined();
  expect(networkNotice(readConfig({ HTTP_HOST: '::', MQTT_URL: 'mqtt://mqtt.test:1883' }))).toBeUndefined();
});

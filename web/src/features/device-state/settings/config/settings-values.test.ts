import { describe, expect, it } from 'vitest';
import { aConfiguration } from '../../../../testing/configuration-factory.ts';
import { changedSettings, utcOf, valuesOf } from './settings-values.ts';

const opened = valuesOf(aConfiguration());

it('shows the defaults where the configuration could not be loaded', () =>
  expect(valuesOf(undefined)).toMatchObject({
    voices_lang_deff: 'ru',
    voices_voice_deff: 'ru-RU-Standard-A',
    time_zone: 'UTC',
    utc: 0,
    reboot_at_night: true,
    update_at_night: true,
  }));

describe('the changed settings', () => {
  it('are empty where nothing was changed', () => expect(changedSettings(opened, opened)).toEqual({}));

  it('are only what was changed, with an empty text as none', () => {
    const values = { ...valuesOf(aConfiguration({ ws_url: 'wss://a' })), ws_url: ' ', utc: '3' };
    expect(changedSettings(values, valuesOf(aConfiguration({ ws_url: 'wss://a' })))).toEqual({ ws_url: null, utc: 3 });
  });

  it('send a network with its password, and an open one with none', () => {
    expect(changedSettings({ ...opened, wifi_login: 'Cafe' }, opened)).toEqual({ wifi_login: 'Cafe', wifi_pass: null });
    const shop = valuesOf(aConfiguration({ wifi_login: 'Shop' }));
    const secret = 'long enough';
    expect(changedSettings({ ...shop, wifi_pass: secret }, shop)).toEqual({ wifi_login: 'Shop', wifi_pass: secret });
  });
});

it.each([
  ['', 0],
  ['x', 0],
  [3.7, 3],
  [99, 14],
  [-99, -12],
  ['-5', -5],
] as const)('reads the UTC offset %j as %i', (value, hours) => expect(utcOf(value)).toBe(hours));

import { describe, expect, it } from 'vitest';
import { aConfiguration } from '../../../testing/configuration-factory.ts';
import { changedSettings, utcOf, valuesOf, fieldStateOf } from './settings-form.ts';

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

describe('the state of a setting', () => {
  it('is unknown while nobody has saved the configuration', () =>
    expect(fieldStateOf(aConfiguration({ version: 0 }), 'time_zone')).toBeNull());

  it.each([null, { version: 2, time_zone: 'UTC' }])('is pending until the device reports the version: %j', (reported) =>
    expect(fieldStateOf(aConfiguration({ version: 3, reported }), 'time_zone')).toEqual({ kind: 'pending' }),
  );

  it('is applied when the device reports the desired value', () => {
    const configuration = aConfiguration({ version: 3, time_zone: 'Asia/Tokyo' });
    const reported = { version: 3, time_zone: 'Asia/Tokyo' };
    expect(fieldStateOf({ ...configuration, reported }, 'time_zone')).toEqual({ kind: 'applied' });
  });

  it('is rejected with the reason of the device', () => {
    const reported = { version: 3, time_zone: 'UTC', rejected: { time_zone: 'unknown' } };
    const configuration = aConfiguration({ version: 3, time_zone: 'Mars/Olympus', reported });
    expect(fieldStateOf(configuration, 'time_zone')).toEqual({ kind: 'rejected', reason: 'unknown' });
    expect(fieldStateOf(configuration, 'utc')).toBeNull();
  });

  it('of the network is pending while the device joins it', () => {
    const reported = { version: 3, wifi_login: 'Shop', wifi_joining: true };
    const configuration = aConfiguration({ version: 3, wifi_login: 'Shop', reported });
    expect(fieldStateOf(configuration, 'wifi_login')).toEqual({ kind: 'pending' });
    const joined = { ...configuration, reported: { ...reported, wifi_joining: false } };
    expect(fieldStateOf(joined, 'wifi_login')).toEqual({ kind: 'applied' });
  });
});

import { describe, expect, it } from 'vitest';
import { aConfiguration } from '../../../../testing/configuration-factory.ts';
import { fieldStateOf } from './field-state.ts';

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

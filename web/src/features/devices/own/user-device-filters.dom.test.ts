import { afterEach, describe, expect, it } from 'vitest';
import { aDevice } from '../../../testing/device-factory.ts';
import { countDevices, isBound, notePreview, passes, shownStatus, userDeviceAddress } from './user-device-filters.tsx';

afterEach(() => localStorage.clear());

const { defaults } = userDeviceAddress;

describe('filters of the user’s own devices', () => {
  const device = aDevice({
    status: 'online',
    device_mode: 'wait',
    company_id: 7,
    note: 'Kitchen, 2nd floor',
    tags: ['shop'],
  });

  it('match every device until one is set', () => expect(passes(device, defaults)).toBe(true));

  it.each([
    [{ type: 'audio' }, true],
    [{ type: 'video' }, false],
    [{ status: 'online' }, true],
    [{ status: 'offline' }, false],
    [{ mode: 'wait' }, true],
    [{ mode: 'ok' }, false],
    [{ bind: 'bound' }, true],
    [{ bind: 'unbound' }, false],
    [{ note: 'KITCHEN' }, true],
    [{ note: 'cellar' }, false],
    [{ note: 'BELFRY-7' }, true],
    [{ tag: 'shop' }, true],
    [{ tag: 'hall' }, false],
    [{ status: 'online', note: 'cellar' }, false],
  ] as const)('%j → %j', (filters, passed) => {
    expect(passes(device, { ...defaults, ...filters })).toBe(passed);
  });

  it('do not find a device without a note by a note', () => {
    expect(passes(aDevice({ note: null }), { ...defaults, note: 'x' })).toBe(false);
  });

  it('ignore an invalid value of an address, and keep the others', () => {
    const read = userDeviceAddress.read(new URLSearchParams('mode=burning&bind=bound'));
    expect(read).toEqual({ ...defaults, bind: 'bound' });
  });
});

describe('a card', () => {
  it('is bound by its company alone', () => {
    expect(isBound({ company_id: 1 })).toBe(true);
    expect(isBound({ company_id: null })).toBe(false);
  });

  it('is offline where the status is unknown', () => {
    expect(shownStatus(undefined)).toBe('offline');
    expect(shownStatus(null)).toBe('offline');
    expect(shownStatus('online')).toBe('online');
  });

  it('shows 50 characters of a note, without splitting a surrogate pair', () => {
    expect(notePreview('x'.repeat(50))).toBe('x'.repeat(50));
    expect(notePreview('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
    expect(notePreview('🔊'.repeat(60))).toBe(`${'🔊'.repeat(50)}…`);
  });
});

it('counts devices by status, binding and mode', () => {
  const devices = [
    aDevice({ status: 'online', company_id: 1 }),
    aDevice({ status: 'maintenance', company_id: null }),
    aDevice({ status: 'offline', company_id: null, device_mode: 'wait' }),
  ];
  expect(countDevices(devices)).toEqual({
    total: 3,
    online: 1,
    maintenance: 1,
    offline: 1,
    bound: 1,
    unbound: 2,
    waiting: 1,
  });
});

import { ROLES } from '@belfry/schemas/domain/roles';
import { expect, it } from 'vitest';
import { call, DEVICE_KEY, principal } from './testing/guarded-call.ts';

const SERIAL = '1111-2222-3333-4444';
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

it('accepts a device with its key, and has no user', async () => {
  const header = basic(`${SERIAL}:${DEVICE_KEY}`);
  const device = { device_id: 3, serial: SERIAL, owner_id: 8, company_id: 9, device_mode: 'active' };
  expect(await call('device-or-admin', { header })).toEqual({ refused: null, user: null, lookups: [], device });
});

it('accepts every way in which the credentials may be written', async () => {
  const encoded = basic(`${SERIAL}:${DEVICE_KEY}`).slice('Basic '.length);
  for (const header of [`  basic   ${encoded}  `, `BASIC ${encoded}`]) {
    expect(await call('device-or-admin', { header })).toMatchObject({ refused: null, device: { device_id: 3 } });
  }
  // With no, one and two signs of padding.
  for (const serial of ['44', '4', '444']) {
    const header = basic(`${serial}:${DEVICE_KEY}`);
    expect(await call('device-or-admin', { header })).toMatchObject({ device: { serial } });
  }
});

it('refuses malformed credentials, and asks nobody about them as a key', async () => {
  const encoded = basic(`${SERIAL}:${DEVICE_KEY}`).slice('Basic '.length);
  const malformed = [`Basic ${encoded} x`, `Basic`, `Basic x ${encoded}`, `Basic ${'A'.repeat(401)}`];
  for (const header of malformed) {
    expect(await call('device-or-admin', { header, user: principal('root') })).toMatchObject({
      refused: 401,
      lookups: [],
    });
  }
  // Another kind of credentials is the key of a person.
  const { lookups } = await call('device-or-admin', { header: `x Basic ${encoded}`, user: principal('root') });
  expect(lookups).toHaveLength(1);
});

it('refuses a wrong device key, and credentials without one', async () => {
  for (const text of [`${SERIAL}:wrong`, SERIAL, '']) {
    expect((await call('device-or-admin', { header: basic(text), user: principal('root') })).refused).toBe(401);
  }
});

it.each(ROLES)('otherwise requires an administrator: %s', async (role) => {
  const { refused, device } = await call('device-or-admin', { header: 'key', user: principal(role) });
  expect(refused).toBe(role === 'user' ? 403 : null);
  expect(device).toBeUndefined();
  expect((await call('device-or-signed-in', { header: 'key', user: principal(role) })).refused).toBeNull();
});

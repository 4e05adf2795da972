import { checkDevicePass } from '@belfry/api/features/device-ownership/device-pass.service';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '@belfry/api/errors';
import { startAuthHarness, type AuthHarness } from '../../support/services/auth-harness.ts';
import { createDevice } from '../../support/factories.ts';

const IP = '192.0.2.1';
let harness: AuthHarness;
beforeAll(async () => {
  harness = await startAuthHarness();
});
afterAll(() => harness.stop());
beforeEach(() => harness.db.deleteFrom('rate_limits').execute());

describe('a device pass', () => {
  const check = (serial: string, pass: string, options?: Parameters<typeof checkDevicePass>[2], ip = IP) =>
    checkDevicePass(harness, { serial, pass, ip }, options);
  const outcome = (...given: Parameters<typeof check>): Promise<boolean | string> =>
    check(...given).then(
      ({ isRight }) => isRight,
      (error: AppError) => error.code,
    );

  it('is checked and counted; a right one resets the count of its address', async () => {
    const { serial, pass, device_id } = await createDevice(harness);
    expect(await outcome(serial, 'wrong')).toBe(false);
    expect(await harness.limits()).toEqual({
      [`pass:${IP}`]: 1,
      [`pass:${IP}:${serial}`]: 1,
      [`pass-serial:${serial}`]: 1,
    });
    expect(await check(serial, pass)).toMatchObject({ isRight: true, device: { device_id } });
    expect(await harness.limits()).toEqual({ [`pass:${IP}`]: 1, [`pass-serial:${serial}`]: 1 });
  });

  it('of an unknown serial number is wrong, unless the caller may create the device', async () => {
    const serial = '9999-9999-9999-9999';
    expect(await check(serial, 'x')).toEqual({ device: undefined, isRight: false });
    expect(await harness.limits()).toMatchObject({ [`pass:${IP}:${serial}`]: 1 });
    expect(await check(serial, 'x', { canBeUnknown: true })).toEqual({ device: undefined, isRight: false });
    expect(await harness.limits()).toEqual({ [`pass:${IP}`]: 1, [`pass-serial:${serial}`]: 1 });
    const known = await createDevice(harness);
    await check(known.serial, 'wrong', { canBeUnknown: true });
    expect(await harness.limits()).toMatchObject({ [`pass:${IP}:${known.serial}`]: 1 });
  });

  it('that is not set denies access, unless the caller permits it', async () => {
    const { serial, device_id } = await createDevice(harness);
    await harness.db.updateTable('devices').set({ pass_hash: null }).where('device_id', '=', device_id).execute();
    expect(await outcome(serial, '')).toBe(false);
    const withoutPass = vi.fn((device: { serial: string }) => device.serial === serial);
    expect(await outcome(serial, '', { withoutPass })).toBe(true);
    expect(withoutPass).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ device_id }));
    const known = await createDevice(harness);
    expect(await outcome(known.serial, 'wrong', { withoutPass: () => true })).toBe(false);
    expect(await outcome('9999-9999-9999-9999', 'wrong', { withoutPass: () => true })).toBe(false);
  });

  it('can be guessed ten times at one address, then not even the right one is accepted', async () => {
    const { serial, pass } = await createDevice(harness);
    const guesses = await Promise.all(Array.from({ length: 15 }, () => outcome(serial, 'wrong')));
    expect(guesses.filter((guess) => guess === false)).toHaveLength(10);
    expect(guesses.filter((guess) => guess === 'rate_limited')).toHaveLength(5);
    expect(await outcome(serial, pass)).toBe('rate_limited');
    expect(await outcome(serial, pass, {}, '192.0.2.2')).toBe(true);
  });

  it('counts towards additional limits of the caller, and is taken back when it is right', async () => {
    const { serial, pass } = await createDevice(harness);
    const limits = [{ key: 'user', hits: 2, windowSeconds: 60 }];
    expect(await outcome(serial, pass, { limits })).toBe(true);
    expect(await harness.limits()).toMatchObject({ user: 0 });
    expect([await outcome(serial, 'a', { limits }), await outcome(serial, 'b', { limits })]).toEqual([false, false]);
    expect(await outcome(serial, pass, { limits })).toBe('rate_limited');
  });

  it('that many addresses guess has one try an hour per address', async () => {
    const { serial, pass } = await createDevice(harness);
    await sql`
      insert into rate_limits (key, hits, resets_at)
      values (${`pass-serial:${serial}`}, 100, now() + interval '1 hour')`.execute(harness.db);
    expect([await outcome(serial, 'wrong'), await outcome(serial, 'wrong')]).toEqual([false, 'rate_limited']);
    expect(await outcome(serial, pass, {}, '192.0.2.2')).toBe(true);
    expect(await harness.limits()).not.toHaveProperty(`pass-attack:192.0.2.2:${serial}`);
  });

  it('guesses over many serial numbers are limited per address', async () => {
    await sql`
      insert into rate_limits (key, hits, resets_at)
      values (${`pass:${IP}`}, 99, now() + interval '1 minute')`.execute(harness.db);
    const { serial } = await createDevice(harness);
    expect([await outcome(serial, 'wrong'), await outcome(serial, 'wrong')]).toEqual([false, 'rate_limited']);
  });
});

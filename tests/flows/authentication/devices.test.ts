import { changeAccount } from '@belfry/api/features/account-secrets/account-secrets.service';
import { authenticateClient } from '@belfry/api/features/broker-access/broker-access.service';
import { createDeviceLookup } from '@belfry/api/features/broker-access/lookup';
import { checkDevicePass } from '@belfry/api/features/device-enrolment/device-pass.service';
import { createToken, storeToken } from '@belfry/api/features/one-time-tokens/tokens.service';
import { hashKey } from '@belfry/api/lib/keys';
import { aclFor } from '@belfry/schemas/mqtt/access';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '@belfry/api/errors';
import { startAuthHarness, type AuthHarness } from '../../support/auth-harness.ts';
import { createDevice, createUser } from '../../support/factories.ts';

const IP = '192.0.2.1';

let parts: AuthHarness;
beforeAll(async () => {
  parts = await startAuthHarness();
});
afterAll(() => parts.stop());
beforeEach(() => parts.db.deleteFrom('rate_limits').execute());

describe('a device pass', () => {
  const check = (serial: string, pass: string, options?: Parameters<typeof checkDevicePass>[2], ip = IP) =>
    checkDevicePass(parts, { serial, pass, ip }, options);
  const outcome = (...given: Parameters<typeof check>): Promise<boolean | string> =>
    check(...given).then(
      ({ isRight }) => isRight,
      (error: AppError) => error.code,
    );

  it('is checked and counted; a right one resets the count of its address', async () => {
    const { serial, pass, device_id } = await createDevice(parts);
    expect(await outcome(serial, 'wrong')).toBe(false);
    expect(await parts.limits()).toEqual({
      [`pass:${IP}`]: 1,
      [`pass:${IP}:${serial}`]: 1,
      [`pass-serial:${serial}`]: 1,
    });
    expect(await check(serial, pass)).toMatchObject({ isRight: true, device: { device_id } });
    expect(await parts.limits()).toEqual({ [`pass:${IP}`]: 1, [`pass-serial:${serial}`]: 1 });
  });

  it('of an unknown serial number is wrong, unless the caller may create the device', async () => {
    const serial = '9999-9999-9999-9999';
    expect(await check(serial, 'x')).toEqual({ device: undefined, isRight: false });
    expect(await parts.limits()).toMatchObject({ [`pass:${IP}:${serial}`]: 1 });
    expect(await check(serial, 'x', { canBeUnknown: true })).toEqual({ device: undefined, isRight: false });
    expect(await parts.limits()).toEqual({ [`pass:${IP}`]: 1, [`pass-serial:${serial}`]: 1 });
    const known = await createDevice(parts);
    await check(known.serial, 'wrong', { canBeUnknown: true });
    expect(await parts.limits()).toMatchObject({ [`pass:${IP}:${known.serial}`]: 1 });
  });

  it('that is not set denies access, unless the caller permits it', async () => {
    const { serial, device_id } = await createDevice(parts);
    await parts.db.updateTable('devices').set({ pass_hash: null }).where('device_id', '=', device_id).execute();
    expect(await outcome(serial, '')).toBe(false);
    const withoutPass = vi.fn((device: { serial: string }) => device.serial === serial);
    expect(await outcome(serial, '', { withoutPass })).toBe(true);
    expect(withoutPass).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ device_id }));
    const known = await createDevice(parts);
    expect(await outcome(known.serial, 'wrong', { withoutPass: () => true })).toBe(false);
    expect(await outcome('9999-9999-9999-9999', 'wrong', { withoutPass: () => true })).toBe(false);
  });

  it('can be guessed ten times at one address, then not even the right one is accepted', async () => {
    const { serial, pass } = await createDevice(parts);
    const guesses = await Promise.all(Array.from({ length: 15 }, () => outcome(serial, 'wrong')));
    expect(guesses.filter((guess) => guess === false)).toHaveLength(10);
    expect(guesses.filter((guess) => guess === 'rate_limited')).toHaveLength(5);
    expect(await outcome(serial, pass)).toBe('rate_limited');
    expect(await outcome(serial, pass, {}, '192.0.2.2')).toBe(true);
  });

  it('counts towards additional limits of the caller, and is taken back when it is right', async () => {
    const { serial, pass } = await createDevice(parts);
    const limits = [{ key: 'person', hits: 2, windowSeconds: 60 }];
    expect(await outcome(serial, pass, { limits })).toBe(true);
    expect(await parts.limits()).toMatchObject({ person: 0 });
    expect([await outcome(serial, 'a', { limits }), await outcome(serial, 'b', { limits })]).toEqual([false, false]);
    expect(await outcome(serial, pass, { limits })).toBe('rate_limited');
  });

  it('that many addresses guess has one try an hour per address', async () => {
    const { serial, pass } = await createDevice(parts);
    await sql`
      insert into rate_limits (key, hits, resets_at)
      values (${`pass-serial:${serial}`}, 100, now() + interval '1 hour')`.execute(parts.db);
    expect([await outcome(serial, 'wrong'), await outcome(serial, 'wrong')]).toEqual([false, 'rate_limited']);
    expect(await outcome(serial, pass, {}, '192.0.2.2')).toBe(true);
    expect(await parts.limits()).not.toHaveProperty(`pass-attack:192.0.2.2:${serial}`);
  });

  it('guesses over many serial numbers are limited per address', async () => {
    await sql`
      insert into rate_limits (key, hits, resets_at)
      values (${`pass:${IP}`}, 99, now() + interval '1 minute')`.execute(parts.db);
    const { serial } = await createDevice(parts);
    expect([await outcome(serial, 'wrong'), await outcome(serial, 'wrong')]).toEqual([false, 'rate_limited']);
  });
});

describe('the authentication hook', () => {
  const changed = { directory: vi.fn(), events: vi.fn() };
  const ask = (username: string, password: string) => {
    const { db, auth, pool } = parts;
    const deps = { db, auth, directory: { changed: changed.directory }, events: { changed: changed.events } };
    return authenticateClient(deps as never, createDeviceLookup(pool), { username, password });
  };
  const deny = { result: 'deny' };
  beforeEach(() => {
    changed.directory.mockClear();
    changed.events.mockClear();
  });

  it('authenticates a device by its key', async () => {
    const [device, other] = [await createDevice(parts), await createDevice(parts)];
    expect(await ask(device.serial, device.device_key)).toEqual({
      result: 'allow',
      is_superuser: false,
      client_attrs: { kind: 'device', id: device.serial },
      acl: aclFor({ kind: 'device', serial: device.serial }),
    });
    for (const [serial, key] of [
      [device.serial, other.device_key],
      ['9999-9999-9999-9999', device.device_key],
      ['nobody', device.device_key],
    ] as const)
      expect(await ask(serial, key)).toEqual(deny);
    const keyless = await createDevice(parts, { key_hash: null });
    expect(await ask(keyless.serial, keyless.device_key)).toEqual(deny);
    expect(changed.events).not.toHaveBeenCalled();
  });

  it.each([
    ['wait', 'ok'],
    ['new', 'active'],
    ['pass', 'active'],
    ['active', 'active'],
    ['ok', 'ok'],
    ['no', 'no'],
    ['blocked', null],
  ] as const)('of a device changes its mode from %s to %s', async (mode, after) => {
    const owner = await createUser(parts);
    const { device_id, serial, device_key } = await createDevice(parts, { device_mode: mode, user_id: owner.id });
    const answer = await ask(serial, device_key);
    expect(answer).toMatchObject({ result: after === null ? 'deny' : 'allow' });
    const row = await parts.db
      .selectFrom('devices')
      .select('device_mode')
      .where('device_id', '=', device_id)
      .executeTakeFirst();
    expect(row?.device_mode).toBe(after ?? mode);
    if (after === null || after === mode) {
      expect(changed.directory).not.toHaveBeenCalled();
      expect(changed.events).not.toHaveBeenCalled();
    } else {
      expect(changed.directory).toHaveBeenCalledOnce();
      expect(changed.events).toHaveBeenCalledExactlyOnceWith('devices_changed', [device_id], owner.id);
    }
  });

  it('authenticates a console by the key of its user, who may read only their own devices', async () => {
    const [user, admin] = [await createUser(parts), await createUser(parts, { role: 'admin' })];
    const { serial } = await createDevice(parts, { user_id: user.id });
    await createDevice(parts);
    expect(await ask(String(user.id), user.key)).toEqual({
      result: 'allow',
      is_superuser: false,
      client_attrs: { kind: 'console', id: String(user.id) },
      acl: aclFor({ kind: 'console', userId: user.id, role: 'user', serials: [serial] }),
    });
    expect(await ask(String(admin.id), admin.key)).toMatchObject({
      acl: aclFor({ kind: 'console', userId: admin.id, role: 'admin', serials: [] }),
    });
    for (const [id, key] of [
      [String(user.id), admin.key],
      [String(user.id), 'nothing'],
      ['12345678901', user.key],
      [`${user.id}x`, user.key],
      [`x${user.id}`, user.key],
    ] as const)
      expect(await ask(id, key)).toEqual(deny);
  });

  it('rejects blocked users and devices, and fails when the database is unavailable', async () => {
    const user = await createUser(parts);
    await parts.auth.authenticate(user.key);
    await parts.db.updateTable('users').set({ blocked: true }).where('id', '=', user.id).execute();
    expect(await ask(String(user.id), user.key)).toEqual(deny);
    const query = vi.spyOn(parts.pool, 'query').mockRejectedValue(new Error('away'));
    await expect(ask(String(user.id), user.key)).rejects.toThrow('away');
    query.mockRestore();
  });
});

describe('an account change', () => {
  const userOf = (id: number) =>
    parts.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  /** Creates an account with a link and a code, and checks whether they are still there. */
  async function account() {
    const { id } = await createUser(parts, { phone: `+49151${String(Date.now()).slice(-8)}` });
    const token = createToken();
    await storeToken(parts.db, token, { user_id: id, purpose: 'reset_password' });
    await sql`
      insert into confirmation_codes (user_id, purpose, code_hash) values (${id}, 'email', ${hashKey('1')})`.execute(
      parts.db,
    );
    await sql`
      insert into outgoing_messages (channel, kind, user_id, recipient, lang, text, code)
      values ('mail', 'confirm_email', ${id}, 'a@b.test', 'en', 'code 1', '1')`.execute(parts.db);
    const left = async () => {
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from one_time_tokens where user_id = ${id})
          + (select count(*) from confirmation_codes where user_id = ${id})
          + (select count(*) from outgoing_messages where user_id = ${id} and code is not null) as count`.execute(
        parts.db,
      );
      return Number(rows[0]?.count);
    };
    return { id, left };
  }

  it.each([
    [{ role: 'admin' }, 0],
    [{ email: 'another@belfry.test' }, 0],
    [{ phone: '+4915199999999' }, 0],
    [{ password_hash: 'x' }, 0],
    [{ blocked: true }, 0],
    [{ active: false }, 0],
    [{ name: 'Another' }, 3],
    [{ role: 'user', blocked: false, name: 'Another' }, 3],
    [{ name: 'Another', active: false }, 0],
  ] as const)('to %j leaves %i links, codes and messages with a code', async (changes, count) => {
    const { id, left } = await account();
    expect(await left()).toBe(3);
    const before = await userOf(id);
    await parts.db.transaction().execute((trx) => changeAccount(trx, before, changes));
    expect(await userOf(id)).toMatchObject(changes);
    expect(await left()).toBe(count);
  });
});

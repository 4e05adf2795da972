import {
  disconnectUsers,
  endSessions,
  listSessions,
  revokeAllKeys,
  revokeSession,
  revokeSessions,
} from '@belfry/api/features/accounts/sessions';
import {
  deleteExpiredKeys,
  isKeyLive,
  revokeDisclosedKeys,
  revokeImpersonationKeys,
} from '@belfry/api/features/accounts/keys.repository';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startAuthHarness, type AuthHarness, origin, userKeys } from '../../../support/services/auth-harness.ts';

let harness: AuthHarness;
beforeAll(async () => {
  harness = await startAuthHarness();
});
afterAll(() => harness.stop());
beforeEach(() => {
  harness.broker.disconnected.length = 0;
  harness.auth.forget();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const { account, rowOf, set } = userKeys(() => harness);

const live = async (...keys: { id: number }[]) => {
  const all = [];
  for (const { id } of keys) all.push(await isKeyLive(harness.db, id));
  return all;
};

describe('sessions', () => {
  const caller = (id: number, key_id: number) =>
    ({ id, role: 'user', key_id, key_created_at: new Date(), opened_by: null }) as const;
  const berlin = { countryCode: 'DE', region: null, city: 'Berlin', timezone: null };
  const findGeoLocation = (ip: string) => (ip === origin.ip ? berlin : null);

  it('are the user’s valid keys, the most recently used first, with their location', async () => {
    const [{ id, make }, other] = [await account(), await account()];
    const [first, second, elsewhere] = [
      await make(),
      await make({ origin: { ip: '::1', userAgent: undefined } }),
      await make({}),
    ];
    const [revoked, expired] = [await make(), await make()];
    await make({ made_by: other.id });
    await other.make();
    await set(revoked.id, sql`revoked_at = now()`);
    await set(expired.id, sql`expires_at = now()`);
    await set(first.id, sql`last_used_at = now() + interval '1 second'`);
    await set(second.id, sql`last_used_at = now() - interval '1 second'`);
    await set(elsewhere.id, sql`last_used_at = now() - interval '1 second'`);
    const sessions = await listSessions({ db: harness.db, findGeoLocation }, caller(id, second.id), 'en');
    expect(sessions).toMatchObject([
      { id: first.id, current: false, country: 'Germany', city: 'Berlin', browser: 'Firefox' },
      { id: elsewhere.id, current: false, country: null, city: null },
      { id: second.id, current: true, country: null, city: null },
    ]);
    expect(
      await listSessions({ db: harness.db, findGeoLocation: () => ({ ...berlin, city: null }) }, caller(id, 0), 'en'),
    ).toMatchObject([{ city: null, country: 'Germany' }, { country: null }, {}]);
  });

  it('are ended one by one by their owner, whose connections are closed', async () => {
    const [{ id, make }, other] = [await account(), await account()];
    const [one, two, others] = [await make(), await make(), await other.make()];
    await harness.auth.authenticate(one.key);
    await revokeSession(harness, caller(id, two.id), one.id);
    expect(await live(one, two, others)).toEqual([false, true, true]);
    expect(await harness.auth.authenticate(one.key), 'it is forgotten at once').toBeNull();
    expect(harness.broker.disconnected).toEqual([{ kind: 'console', ids: [String(id)] }]);
    for (const not of [one.id, others.id])
      await expect(revokeSession(harness, caller(id, two.id), not)).rejects.toMatchObject({
        code: 'not_found',
        message: 'Session not found',
      });
    expect(harness.broker.disconnected).toHaveLength(1);
  });

  it('are ended all, or all but one', async () => {
    const { id, make } = await account();
    const keys = [await make(), await make(), await make()];
    expect(await endSessions(harness, id, { except: keys[1]?.id ?? 0 })).toBe(2);
    expect(await live(...keys)).toEqual([false, true, false]);
    expect(await endSessions(harness, id)).toBe(1);
    expect(await live(...keys)).toEqual([false, false, false]);
    expect(await endSessions(harness, id)).toBe(0);
    expect(harness.broker.disconnected).toHaveLength(2);
  });

  it('are ended in a transaction with the keys of impersonation for and by the user', async () => {
    const [user, admin, third] = [await account(), await account(), await account()];
    const own = [await user.make(), await user.make()];
    const opened = [await user.make({ made_by: admin.id }), await third.make({ made_by: user.id })];
    const untouched = [await third.make(), await third.make({ made_by: admin.id })];
    const cut = await revokeSessions(harness.db, user.id, { except: own[0]?.id ?? 0 });
    expect(cut.toSorted((a, b) => a - b)).toEqual([user.id, third.id].toSorted((a, b) => a - b));
    expect(await live(...own, ...opened, ...untouched)).toEqual([true, false, false, false, true, true]);
    expect(await revokeSessions(harness.db, user.id)).toEqual([user.id]);
    expect(await revokeSessions(harness.db, user.id)).toEqual([]);
    await disconnectUsers(harness, []);
    expect(harness.broker.disconnected).toEqual([]);
    await disconnectUsers(harness, cut);
    expect(harness.broker.disconnected).toEqual([{ kind: 'console', ids: cut.map(String) }]);
  });

  it('of impersonation and of keys that an administrator saw are ended separately', async () => {
    const [user, admin] = [await account(), await account()];
    const [own, shown, opened] = [
      await user.make(),
      await user.make({}),
      await user.make({ origin, made_by: admin.id }),
    ];
    await revokeDisclosedKeys(harness.db, user.id);
    expect(await live(own, shown, opened)).toEqual([true, false, true]);
    expect(await revokeImpersonationKeys(harness.db, admin.id)).toEqual([user.id]);
    expect(await live(own, shown, opened)).toEqual([true, false, false]);
    expect(await revokeImpersonationKeys(harness.db, admin.id)).toEqual([]);
    expect(await revokeAllKeys(harness.db, user.id)).toBe(1);
    expect(await live(own)).toEqual([false]);
  });

  it('that have ended are deleted, and no others', async () => {
    const { make } = await account();
    const [alive, revoked, expired] = [await make(), await make(), await make()];
    await set(revoked.id, sql`revoked_at = now()`);
    await set(expired.id, sql`expires_at = now() - interval '1 second'`);
    expect(await live(alive, revoked, expired)).toEqual([true, false, false]);
    await deleteExpiredKeys(harness.db);
    expect([await rowOf(alive.key), await rowOf(revoked.key), await rowOf(expired.key)].map(Boolean)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

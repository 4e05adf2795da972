import { adoptTimeZone } from '@belfry/api/features/accounts/sign-in';
import { endSessionsByKey } from '@belfry/api/features/accounts/sessions';
import { findSignedInIds } from '@belfry/api/features/accounts/keys.repository';
import { findConsoleAcl } from '@belfry/api/features/service/broker-access';
import { hashKey } from '@belfry/api/lib/keys';
import { findCallerOfKey, findLiveKeyHashes } from '@belfry/api/people/live-keys';
import { compileAcl } from '@belfry/schemas/mqtt/authorize';
import { topics } from '@belfry/schemas/mqtt/topics';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevice, createUser } from '../../../support/factories.ts';
import { startAuthHarness, type AuthHarness, origin, userKeys } from '../../../support/services/auth-harness.ts';

let harness: AuthHarness;
beforeAll(async () => {
  harness = await startAuthHarness();
});
afterAll(() => harness.stop());

const { account, rowOf, set } = userKeys(() => harness);
/** A user with a valid key, a revoked one, one that has expired, and one for setting up a second factor only. */
async function fourKeys() {
  const { id, make } = await account();
  const [live, revoked, expired] = [await make(), await make(), await make()];
  const setup = await make({ origin, only_setup: true });
  await set(revoked.id, sql`revoked_at = now()`);
  await set(expired.id, sql`expires_at = now() - interval '1 second'`);
  return { id, make, live, ended: [revoked, expired, setup] };
}

describe('the valid keys', () => {
  it('of a user are known by their hashes, the newest first, at most a thousand', async () => {
    const { id, make, live } = await fourKeys();
    const newer = await make();
    const hashes = () => findLiveKeyHashes(harness.db, id);
    expect(await hashes()).toEqual([hashKey(newer.key), hashKey(live.key)]);
    await sql`
      insert into user_keys (user_id, key_hash, expires_at)
      select ${id}, sha256(n::text::bytea), now() + interval '1 day' from generate_series(1, 1000) n`.execute(
      harness.db,
    );
    const all = await hashes();
    expect(all).toHaveLength(1_000);
    expect(all.some((hash) => hash.equals(hashKey(live.key)))).toBe(false);
  });

  it('name those who are signed in, each once', async () => {
    const [one, other] = [await fourKeys(), await account()];
    await one.make();
    const signedIn = await findSignedInIds(harness.db);
    expect(signedIn.filter((id) => id === one.id)).toEqual([one.id]);
    expect(signedIn).not.toContain(other.id);
  });

  it('have a caller, unless the account is blocked or suspended', async () => {
    const { id, live, ended } = await fourKeys();
    const caller = () => findCallerOfKey(harness.db, live.id);
    expect(await caller()).toMatchObject({ id, role: 'user', memberships: [] });
    for (const key of ended) expect(await findCallerOfKey(harness.db, key.id)).toBeUndefined();
    const change = (values: object) => harness.db.updateTable('users').set(values).where('id', '=', id).execute();
    await change({ blocked: true });
    expect(await caller()).toBeUndefined();
    await change({ blocked: false, active: false });
    expect(await caller()).toBeUndefined();
  });

  it('are ended one by one, and their users are named once', async () => {
    const [one, other] = [await account(), await account()];
    const ended = [await one.make(), await one.make(), await other.make()];
    const kept = await one.make();
    const owners = [one.id, one.id, other.id];
    const sessions = ended.map(({ id }, at) => ({ key_id: id, user_id: owners[at] ?? 0 }));
    expect(await endSessionsByKey(harness.db, sessions)).toEqual([one.id, other.id]);
    const revoked = [];
    for (const { key } of [...ended, kept]) revoked.push((await rowOf(key))?.revoked_at !== null);
    expect(revoked).toEqual([true, true, true, false]);
  });
});

it('the console of a person may read their own devices, that of an administrator all, and that of nobody none', async () => {
  const { db } = harness;
  const [owner, admin] = [await createUser({ db }), await createUser({ db }, { role: 'admin' })];
  const [own, foreign] = [await createDevice({ db }, { user_id: owner.id }), await createDevice({ db })];
  const readable = async (userId: number) => {
    const rights = compileAcl(await findConsoleAcl(db, userId));
    return [own, foreign].map(({ serial }) => rights.allowed('subscribe', topics.status(serial)));
  };
  expect(await readable(owner.id)).toEqual([true, false]);
  expect(await readable(admin.id)).toEqual([true, true]);
  expect(await findConsoleAcl(db, 0)).toEqual([]);
});

it('the first sign-in of a root account gives it the zone of its browser, no other does', async () => {
  const { db } = harness;
  const zoneAfter = async (role: 'root' | 'admin', last_login: Date | null, zone: string | undefined) => {
    const { id } = await createUser({ db }, { role, time_zone: 'UTC', utc_offset: 0 });
    await adoptTimeZone(db, { id, role, last_login }, zone);
    const { time_zone } = await db
      .selectFrom('users')
      .select('time_zone')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return time_zone;
  };
  expect(await zoneAfter('root', null, 'Asia/Tokyo')).toBe('Asia/Tokyo');
  expect(await zoneAfter('root', null, 'Mars/Base')).toBe('UTC');
  expect(await zoneAfter('root', null, undefined)).toBe('UTC');
  expect(await zoneAfter('root', new Date(), 'Asia/Tokyo')).toBe('UTC');
  expect(await zoneAfter('admin', null, 'Asia/Tokyo')).toBe('UTC');
});

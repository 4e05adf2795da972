import { createKey, hashKey } from '@belfry/api/lib/keys';
import {
  deleteOldTokens,
  deleteToken,
  deleteTokens,
  deleteTokensOf,
  lockLiveToken,
  storeToken,
} from '@belfry/api/features/accounts/one-time-tokens.repository';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthHarness, type AuthHarness } from '../../../support/services/auth-harness.ts';
import { createUser } from '../../../support/factories.ts';

let harness: AuthHarness;
beforeAll(async () => {
  harness = await startAuthHarness();
});
afterAll(() => harness.stop());
beforeEach(async () => {
  await harness.db.deleteFrom('rate_limits').execute();
  harness.broker.disconnected.length = 0;
});

async function tokenFor(user_id: number, purpose: 'unlock_sign_in' | 'two_factor' | 'reset_password'): Promise<string> {
  const token = createKey();
  await storeToken(harness.db, token, { user_id, purpose });
  return token;
}

const tokensOf = async (id: number) =>
  (await harness.db.selectFrom('one_time_tokens').select(['purpose', 'tries']).where('user_id', '=', id).execute()).map(
    ({ purpose, tries }) => `${purpose} ${tries}`,
  );

describe('a one-time token', () => {
  const take = (token: string, purpose: 'reset_password' | 'two_factor' | 'unlock_sign_in') =>
    harness.db.transaction().execute((trx) => lockLiveToken(trx, token, purpose));

  it('is stored by its hash with its user and purpose', async () => {
    const { id, email } = await createUser(harness);
    const token = await tokenFor(id, 'reset_password');
    expect(await take(token, 'reset_password')).toMatchObject({ user_id: id, tries: 0, user: { id, email } });
    expect(await take(token, 'two_factor')).toBeUndefined();
    expect(await take('another', 'reset_password')).toBeUndefined();
    const row = await harness.db.selectFrom('one_time_tokens').selectAll().where('user_id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ token_hash: hashKey(token), message_id: null });
  });

  it.each([
    ['reset_password', 1_800],
    ['two_factor', 300],
    ['unlock_sign_in', 7_200],
  ] as const)('for %s works for %i seconds', async (purpose, seconds) => {
    const { id } = await createUser(harness);
    const token = await tokenFor(id, purpose);
    // In one transaction, in which the time of Postgres stands still.
    const takeAfter = (ms: number) =>
      harness.db.transaction().execute(async (trx) => {
        await sql`update one_time_tokens set created_at = now() - ${ms} * interval '1 ms' where user_id = ${id}`.execute(
          trx,
        );
        return lockLiveToken(trx, token, purpose);
      });
    expect(await takeAfter(seconds * 1_000 - 1)).toBeDefined();
    expect(await takeAfter(seconds * 1_000)).toBeUndefined();
  });

  it('can be deleted alone, by purpose, by user, or when it is a day old', async () => {
    const [{ id }, other] = [await createUser(harness), await createUser(harness)];
    const links = [await tokenFor(id, 'reset_password'), await tokenFor(id, 'reset_password')];
    await tokenFor(id, 'two_factor');
    await tokenFor(other.id, 'reset_password');
    await deleteToken(harness.db, links[0] ?? '');
    expect((await tokensOf(id)).toSorted()).toEqual(['reset_password 0', 'two_factor 0']);
    await deleteTokens(harness.db, id, 'reset_password');
    expect(await tokensOf(id)).toEqual(['two_factor 0']);
    await deleteTokensOf(harness.db, [id]);
    expect([await tokensOf(id), await tokensOf(other.id)]).toEqual([[], ['reset_password 0']]);
    await deleteOldTokens(harness.db);
    expect(await tokensOf(other.id)).toHaveLength(1);
    await sql`update one_time_tokens set created_at = now() - interval '25 hours' where user_id = ${other.id}`.execute(
      harness.db,
    );
    await deleteOldTokens(harness.db);
    expect(await tokensOf(other.id)).toEqual([]);
  });
});

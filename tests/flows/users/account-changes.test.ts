import { changeAccount } from '@belfry/api/features/accounts/account-secrets';
import { createKey, hashKey } from '@belfry/api/lib/keys';
import { storeToken } from '@belfry/api/features/accounts/one-time-tokens.repository';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthHarness, type AuthHarness } from '../../support/services/auth-harness.ts';
import { createUser } from '../../support/factories.ts';

let harness: AuthHarness;
beforeAll(async () => {
  harness = await startAuthHarness();
});
afterAll(() => harness.stop());
beforeEach(() => harness.db.deleteFrom('rate_limits').execute());

describe('an account change', () => {
  const userOf = (id: number) =>
    harness.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  /** Creates an account with a link and a code, and checks whether they are still there. */
  async function account() {
    const { id } = await createUser(harness, { phone: `+49151${String(Date.now()).slice(-8)}` });
    const token = createKey();
    await storeToken(harness.db, token, { user_id: id, purpose: 'reset_password' });
    await sql`
      insert into confirmation_codes (user_id, purpose, code_hash) values (${id}, 'email', ${hashKey('1')})`.execute(
      harness.db,
    );
    await sql`
      insert into outgoing_messages (channel, kind, user_id, recipient, lang, text, code)
      values ('mail', 'confirm_email', ${id}, 'a@b.test', 'en', 'code 1', '1')`.execute(harness.db);
    const left = async () => {
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from one_time_tokens where user_id = ${id})
          + (select count(*) from confirmation_codes where user_id = ${id})
          + (select count(*) from outgoing_messages where user_id = ${id} and code is not null) as count`.execute(
        harness.db,
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
    await harness.db.transaction().execute((trx) => changeAccount(trx, before, changes));
    expect(await userOf(id)).toMatchObject(changes);
    expect(await left()).toBe(count);
  });
});

import { issueKey } from '@belfry/api/features/accounts/auth/session-keys';
import { hashKey } from '@belfry/api/lib/keys';
import { sql } from 'kysely';
import type { AuthHarness } from '../services/auth-harness.ts';
import { createUser } from '../factories.ts';

/** The origin of keys unless a test sets another. */
export const origin = {
  ip: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
};

/** Creates, reads and changes user keys. @param harness read at each call, since it starts later */
export function userKeyCalls(harness: () => AuthHarness) {
  const rowOf = (key: string) =>
    harness().db.selectFrom('user_keys').selectAll().where('key_hash', '=', hashKey(key)).executeTakeFirst();
  return {
    rowOf,
    /** A user without a key, and a function that creates keys. */
    async account() {
      const { db } = harness();
      const user = await createUser({ db });
      await sql`delete from user_keys where user_id = ${user.id}`.execute(db);
      const make = async (options: Parameters<typeof issueKey>[2] = { origin }) => {
        const { user_key, expires_at } = await issueKey(db, user.id, options);
        const row = await rowOf(user_key);
        return { id: row?.id ?? 0, key: user_key, expires_at };
      };
      return { id: user.id, make };
    },
    set: (id: number, values: ReturnType<typeof sql>) =>
      sql`update user_keys set ${values} where id = ${id}`.execute(harness().db),
  };
}

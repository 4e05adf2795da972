import type { AppError } from '@belfry/api/errors';
import { signIn } from '@belfry/api/features/accounts/sign-in';
import { createAuthenticator } from '@belfry/api/features/accounts/authenticator';
import { issueKey } from '@belfry/api/features/accounts/sessions';
import { hashKey } from '@belfry/api/lib/keys';
import type { LoginBody } from '@belfry/schemas/http/accounts/auth';
import { sql } from 'kysely';
import { testConfig } from '../api.ts';
import { startTestStore } from '../database.ts';
import { createUser, PASSWORD } from '../factories.ts';
import { createFakeBroker } from './fake-broker.ts';

/** The dependencies of the authentication services, with a database of their own and without HTTP listeners. */
export async function startAuthHarness(env: Record<string, string> = {}) {
  const store = await startTestStore({ connections: 10 });
  const { pool, db } = store;
  let messages = 0;
  return {
    pool,
    db,
    config: testConfig({ DATABASE_URL: store.url, DATA_DIR: '/nonexistent', ...env }),
    auth: createAuthenticator({ pool, db }),
    broker: createFakeBroker(),
    jobs: {
      sendAll: (_trx: unknown, _queue: unknown, jobs: readonly unknown[]) => {
        messages += jobs.length;
        return Promise.resolve();
      },
    },
    /** How many messages have got a job that sends them. */
    messageJobs: () => messages,
    /** The hit counts of the rate limits by key. */
    async limits(): Promise<Record<string, number>> {
      const rows = await db.selectFrom('rate_limits').select(['key', 'hits']).orderBy('key').execute();
      return Object.fromEntries(rows.map(({ key, hits }) => [key, hits]));
    },
    stop: store.stop,
  };
}
export type AuthHarness = Awaited<ReturnType<typeof startAuthHarness>>;

export const IP = '192.0.2.1';
/** Where a sign-in comes from, unless a test says otherwise. */
export const origin = {
  ip: IP,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
};

/** The error code of a call, or `fine`. */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'fine',
    (error: AppError) => error.code,
  );

/** A function that signs in with the password of the test users. @param harness read at each call, since it starts later */
export const loginWith =
  (harness: () => AuthHarness) =>
  (email: string, overrides: Partial<LoginBody> = {}, from = origin) =>
    signIn(harness(), { email, password: PASSWORD, ...overrides }, from);

/** The answers of `count` calls, one after the other. */
export async function inTurn<T>(count: number, call: () => Promise<T>): Promise<T[]> {
  const all = [];
  for (let time = 0; time < count; time++) all.push(await call());
  return all;
}

/** Creates, reads and changes user keys. @param harness read at each call, since it starts later */
export function userKeys(harness: () => AuthHarness) {
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

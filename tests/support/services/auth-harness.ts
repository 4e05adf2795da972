import { createAuthenticator } from '@belfry/api/features/accounts/auth/authenticator';
import { testConfig } from '../api.ts';
import { startTestStore } from '../database.ts';
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

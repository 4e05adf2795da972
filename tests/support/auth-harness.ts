import { createAuthenticator } from '@belfry/api/features/auth/authenticator';
import { testConfig } from './api.ts';
import { startTestStore } from './database.ts';
import { createFakeBroker } from './fake-broker.ts';

/** What the services of authentication work with, over a database of its own and without any listener. */
export async function startAuthParts(env: Record<string, string> = {}) {
  const store = await startTestStore({ connections: 10 });
  const { pool, db } = store;
  let woken = 0;
  return {
    pool,
    db,
    config: testConfig({ DATABASE_URL: store.url, DATA_DIR: '/nonexistent', ...env }),
    auth: createAuthenticator(pool),
    broker: createFakeBroker(),
    outbox: { wake: () => void woken++ },
    /** How often the outbox was told that there is something to send. */
    wakes: () => woken,
    /** Rows of the limits by their key. */
    async limits(): Promise<Record<string, number>> {
      const rows = await db.selectFrom('rate_limits').select(['key', 'hits']).orderBy('key').execute();
      return Object.fromEntries(rows.map(({ key, hits }) => [key, hits]));
    },
    stop: store.stop,
  };
}
export type AuthParts = Awaited<ReturnType<typeof startAuthParts>>;

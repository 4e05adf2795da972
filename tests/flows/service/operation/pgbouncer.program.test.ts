import { describe, expect, it } from 'vitest';
import { setUpStartingApi } from '../../../support/services/starting-api.ts';
import { startPgBouncer } from '../../../support/processes/pgbouncer.ts';
import { createTestDatabase } from '../../../support/postgres/postgres.ts';

const { start, keep, stopLater } = setUpStartingApi();

describe('PgBouncer', () => {
  async function pooled(options: Parameters<typeof startPgBouncer>[1]): Promise<string> {
    const pooler = await startPgBouncer(keep(await createTestDatabase()).url, options);
    stopLater(pooler.stop);
    return pooler.url;
  }

  it('that rejects settings of connections stops the start', async () => {
    const url = await pooled({ mode: 'session' });
    await expect(start(url)).rejects.toThrow(/^DATABASE_URL: the pooler rejects a setting .* direct connection/);
  });

  it('in transaction mode stops the start', async () => {
    const url = await pooled({ mode: 'transaction', ignoredParameters: ['lock_timeout'] });
    await expect(start(url)).rejects.toThrow(/^DATABASE_URL: .* transaction mode.* direct connection/);
  });

  it('in session mode that drops settings of connections stops the start', async () => {
    const url = await pooled({ mode: 'session', ignoredParameters: ['lock_timeout'] });
    await expect(start(url)).rejects.toThrow(/^DATABASE_URL: .* drops settings.* direct connection/);
  });
});

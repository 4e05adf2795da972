import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from '@belfry/api/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testConfig } from '../../support/api.ts';
import { createFakeBroker } from '../../support/services/fake-broker.ts';
import { startPgBouncer } from '../../support/processes/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres/postgres.ts';

let folder: string;
let undo: (() => Promise<void>)[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-checks-'));
  undo = [];
});
afterEach(async () => {
  for (const step of undo.toReversed()) await step();
  await rm(folder, { recursive: true, force: true });
});

async function start(url: string): Promise<void> {
  const api = await startApi(testConfig({ DATABASE_URL: url, DATA_DIR: folder }), { broker: createFakeBroker() });
  undo.push(api.stop);
}

function keep(database: TestDatabase): TestDatabase {
  undo.push(database.drop);
  return database;
}

describe('PgBouncer', () => {
  async function pooled(options: Parameters<typeof startPgBouncer>[1]): Promise<string> {
    const pooler = await startPgBouncer(keep(await createTestDatabase()).url, options);
    undo.push(pooler.stop);
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

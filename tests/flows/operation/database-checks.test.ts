import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from '@belfry/api/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testConfig } from '../../support/api.ts';
import { createFakeBroker } from '../../support/services/fake-broker.ts';
import { createDatabaseWithEncoding, type TestDatabase } from '../../support/postgres/postgres.ts';

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

describe('a database that is not UTF-8', () => {
  it.each(['LATIN1', 'SQL_ASCII'] as const)('in %s stops the start and says what to create', async (encoding) => {
    const { url } = keep(await createDatabaseWithEncoding(encoding));
    await expect(start(url)).rejects.toThrow(
      new RegExp(`^DATABASE_URL: .* has the encoding ${encoding}.*encoding 'UTF8'`),
    );
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from '@belfry/api/server';
import { afterEach, beforeEach } from 'vitest';
import { testConfig } from '../api.ts';
import type { TestDatabase } from '../postgres/postgres.ts';
import { createFakeBroker } from './fake-broker.ts';

/** For tests of what an api checks when it starts. Registers hooks that undo, after each test, what the test has started. */
export function setUpStartingApi() {
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
  return {
    /** Starts an api on this database, and rejects when it refuses to start. */
    async start(databaseUrl: string): Promise<void> {
      const config = testConfig({ DATABASE_URL: databaseUrl, DATA_DIR: folder });
      const api = await startApi(config, { broker: createFakeBroker() });
      undo.push(api.stop);
    },
    /** Drops the database after the test. */
    keep(database: TestDatabase): TestDatabase {
      undo.push(database.drop);
      return database;
    },
    /** Stops something after the test. */
    stopLater: (stop: () => Promise<void>): void => void undo.push(stop),
  };
}

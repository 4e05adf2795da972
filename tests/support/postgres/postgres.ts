import { randomBytes } from 'node:crypto';
import { migrateToLatest } from '@belfry/api/db/migrate';
import { createJobs } from '@belfry/api/jobs/index';
import { createLogger } from '@belfry/api/log';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * Creates an empty, migrated database; `drop` deletes it. It is a copy of the run's template if there is one
 * (`postgres-setup.ts`), which takes about 30 ms.
 */
export async function createTestDatabase(server = testServerUrl()): Promise<TestDatabase> {
  const template = process.env['TEST_DATABASE_TEMPLATE'];
  const database = await createDatabase(server, template);
  if (!template) await migrateToLatest(database.url);
  return database;
}

/** Creates the migrated database, with the schema of the background jobs, that others are copied from. Copying requires that no client is connected to it. */
export async function createTemplate(server: string): Promise<TestDatabase & { name: string }> {
  const template = await createDatabase(server);
  await migrateToLatest(template.url);
  const jobs = createJobs({ url: template.url, log: createLogger('silent') });
  await jobs.start();
  await jobs.stop();
  return { ...template, name: new URL(template.url).pathname.slice(1) };
}

/** Creates an empty database whose encoding is not UTF-8. */
export const createDatabaseWithEncoding = (
  encoding: 'LATIN1' | 'SQL_ASCII',
  server = testServerUrl(),
): Promise<TestDatabase> => createDatabase(server, `template0 encoding '${encoding}' locale_provider libc locale 'C'`);

async function createDatabase(server: string, template = 'template0'): Promise<TestDatabase> {
  const name = `belfry_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
}

async function onServer(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function testServerUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('no test server: run through vitest or Playwright, or set TEST_DATABASE_URL');
  return url;
}

import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './postgres.ts';

/** Creates a database without any table, as for a new installation; `drop` deletes it. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await inDatabase(
    database.url,
    'drop schema public cascade; create schema public; drop schema if exists jobs cascade',
  );
  return database;
}

/** Runs statements in a database. */
export async function inDatabase(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

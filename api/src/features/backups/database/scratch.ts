import { randomBytes } from 'node:crypto';
import { BackupError } from '../archive/backup-error.ts';
import { openSession } from './session.ts';

const PREFIX = 'belfry_test_restore_';
/** A test restore takes less time than this. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;
const INSUFFICIENT_PRIVILEGE = '42501';

/** Creates an empty database on the same server, for a test restore. `drop` removes it. Throws BackupError. */
export async function createScratchDatabase(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${PREFIX}${Date.now()}_${randomBytes(6).toString('hex')}`;
  await dropAbandoned(url);
  try {
    await onServer(url, `create database ${name} encoding 'UTF8' template template0`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
    throw new BackupError(
      'target',
      'A test restore needs a database of its own, and the role of DATABASE_URL may not create one (alter role … createdb).',
      { cause: error },
    );
  }
  const scratch = new URL(url);
  scratch.pathname = `/${name}`;
  return {
    url: scratch.href,
    drop: async () => void (await onServer(url, `drop database if exists ${name} with (force)`)),
  };
}

async function dropAbandoned(url: string): Promise<void> {
  const leftovers = await onServer(
    url,
    `select datname as name from pg_database where starts_with(datname, '${PREFIX}')`,
  );
  for (const name of leftovers) {
    const createdAt = Number(/^belfry_test_restore_(\d+)_[0-9a-f]+$/.exec(name)?.[1] ?? Infinity);
    // The server refuses to drop one that is in use.
    if (createdAt < Date.now() - ABANDONED_AFTER_MS)
      await onServer(url, `drop database if exists ${name}`).catch(() => undefined);
  }
}

async function onServer(url: string, statement: string): Promise<string[]> {
  const client = await openSession(url);
  try {
    const { rows } = await client.query<{ name: string }>(statement);
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

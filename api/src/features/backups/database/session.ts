import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { CONNECT_TIMEOUT_MS } from '../../../db/client.ts';
import { BackupError } from '../archive/backup-error.ts';

/** The lock that one backup or restoration of an installation holds; no other lock uses this number. */
const BACKUP_LOCK = 4_182_007;

/** The server notices a moment later that a session has died, and keeps its lock until then. */
const LOCK_WAITS_MS = [200, 500, 1_000, 2_000];

/** Texts mean the same on every server, whatever its settings are, and nothing ends a session that copies for hours. */
const SETTINGS = [
  `set timezone to 'UTC'`,
  `set datestyle to 'ISO'`,
  `set intervalstyle to 'postgres'`,
  `set extra_float_digits to 3`,
  `set statement_timeout to 0`,
  `set lock_timeout to 0`,
  `set idle_in_transaction_session_timeout to 0`,
];

export async function openSession(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'belfry-backup',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // What breaks a connection is reported by its statement.
  client.on('error', () => undefined);
  await client.connect();
  for (const statement of SETTINGS) await client.query(statement);
  return client;
}

/** Keeps two backups of one installation from running at the same time, until the session ends. Throws BackupError. */
export async function lockInstallation(client: pg.Client): Promise<void> {
  const isLocked = async (): Promise<boolean> => {
    const text = 'select pg_try_advisory_lock($1) as locked';
    return (await client.query<{ locked: boolean }>(text, [BACKUP_LOCK])).rows[0]?.locked === true;
  };
  for (const wait of LOCK_WAITS_MS) {
    if (await isLocked()) return;
    await delay(wait);
  }
  if (!(await isLocked()))
    throw new BackupError('busy', 'Another backup or restoration of this installation is running.');
}

export const quoted = (name: string): string => `public.${pg.escapeIdentifier(name)}`;

export const quotedColumns = (names: readonly string[]): string => names.map(pg.escapeIdentifier).join(', ');

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const SUBJECTS = [
  'common',
  'accounts',
  'mail',
  'audit',
  'backups',
  'companies',
  'teams',
  'single-sign-on',
  'api-keys',
  'devices',
  'device-state',
  'metrics',
  'groups',
  'commands',
  'firmware',
  'speech',
  'library',
  'announcements',
  'schedules',
  'live-pages',
  'alarms',
  'triggers',
  'webhooks',
  'home-assistant',
  'scenarios',
  'service',
  'stale-programmes',
  'grants',
] as const;

export const baseline: Migration = {
  async up(db) {
    // Functions name tables of later files.
    await sql`set local check_function_bodies = off`.execute(db);
    for (const subject of SUBJECTS) {
      const statements = await readFile(join(import.meta.dirname, `${subject}.sql`), 'utf8');
      await sql.raw(statements).execute(db);
    }
  },
};

import type pg from 'pg';
import { asError } from '../../../errors.ts';
import { migrateToLatest } from '../../../db/migrate.ts';
import { migrations } from '../../../db/migrations/index.ts';
import { BackupError } from '../archive/backup-error.ts';
import type { Beginning } from '../archive/entries.ts';
import { copyIn } from './copy.ts';
import { openSession, quoted, quotedColumns } from './session.ts';

/** Fills the tables of an empty database, in one transaction. */
export type Loader = {
  /** @returns the number of rows; null for a table that the schema does not have */
  loadTable(name: string, content: AsyncIterable<Buffer>): Promise<number | null>;
  /** Checks all references, and commits. */
  finish(): Promise<void>;
  /** Leaves the tables empty, unless `finish` has committed. */
  close(): Promise<void>;
};

/** Throws BackupError where the backup is of a later release, whose schema this one does not know. */
export function requireKnownSchema({ migrations: names }: Pick<Beginning, 'migrations'>): void {
  const unknown = names.filter((name) => !(name in migrations));
  if (unknown.length === 0) return;
  throw new BackupError(
    'newer',
    `A later version of Belfry made this backup: its schema has ${unknown.join(', ')}. Restore it with that version. Nothing was changed.`,
  );
}

/**
 * Brings the schema of an empty database to that of the backup, and begins to fill it. The references between tables are taken away until
 * the end, so that the order of the tables does not matter and each is checked once; triggers do not run, since what they wrote is in the backup.
 */
export async function openLoader(url: string, beginning: Beginning): Promise<Loader> {
  requireKnownSchema(beginning);
  const applied = beginning.migrations.flatMap((name) => {
    const migration = migrations[name];
    return migration ? [[name, migration] as const] : [];
  });
  await migrateToLatest(url, Object.fromEntries(applied));
  const client = await openSession(url);
  try {
    await client.query('begin');
    await createPartitions(client, beginning.partitions);
    const tables = await existing(client, beginning.tables);
    const references = await takeReferences(client);
    for (const { name } of tables.values()) await client.query(`alter table ${quoted(name)} disable trigger user`);
    // Migrations put first rows into some.
    const names = [...tables.keys()].map(quoted).join(', ');
    if (names !== '') await client.query(`truncate ${names}`);
    return {
      async loadTable(name, content) {
        const table = tables.get(name);
        if (!table) return null;
        const columns = quotedColumns(table.columns);
        return copyIn(client, `copy ${quoted(name)} (${columns}) from stdin`, content);
      },
      async finish() {
        for (const { name, value } of beginning.sequences) await setSequence(client, name, value);
        for (const reference of references) await client.query(reference);
        for (const { name } of tables.values()) await client.query(`alter table ${quoted(name)} enable trigger user`);
        await client.query('commit');
        // Until the server does it by itself its plans would be poor.
        await client.query('analyze').catch(() => undefined);
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw asError(error);
  }
}

type Table = Beginning['tables'][number];

async function existing(client: pg.Client, tables: readonly Table[]): Promise<Map<string, Table>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any($1::text[])`,
    [tables.map(({ name }) => name)],
  );
  const present = new Set(rows.map(({ name }) => name));
  return new Map(tables.filter(({ name }) => present.has(name)).map((table) => [table.name, table]));
}

/** Without its partitions a table would put all rows into the default one, and could not make them later. */
async function createPartitions(client: pg.Client, partitions: Beginning['partitions']): Promise<void> {
  for (const { parent, name, bound } of partitions) {
    if (!/^(?:DEFAULT|FOR VALUES FROM \([^();]*\) TO \([^();]*\))$/.test(bound))
      throw new BackupError('damaged', `The backup has a partition with an unknown bound: ${name}.`);
    await client.query(`create table if not exists ${quoted(name)} partition of ${quoted(parent)} ${bound}`);
  }
}

/** Drops the references between tables. @returns the statements that add them again */
async function takeReferences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname as table, r.conname as name, pg_get_constraintdef(r.oid) as definition
     from pg_constraint r join pg_class c on c.oid = r.conrelid
     where r.contype = 'f' and r.conparentid = 0 and c.relnamespace = 'public'::regnamespace order by 1, 2`,
  );
  const statements: string[] = [];
  for (const { table, name, definition } of rows) {
    const constraint = quotedColumns([name]);
    await client.query(`alter table ${quoted(table)} drop constraint ${constraint}`);
    statements.push(`alter table ${quoted(table)} add constraint ${constraint} ${definition}`);
  }
  return statements;
}

async function setSequence(client: pg.Client, name: string, value: string): Promise<void> {
  await client.query(
    `select setval(c.oid, $2::bigint) from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and c.relname = $1`,
    [name, value],
  );
}

/** At least one of these tables has rows once an installation was started or used. */
const USED = ['users', 'companies', 'devices'];

/**
 * Throws BackupError unless the database has no tables, or those of an installation in which nothing is.
 * @returns the migrations that it has recorded
 */
export async function requireEmpty(url: string): Promise<string[]> {
  const client = await openSession(url);
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    const present = new Set(rows.map(({ name }) => name));
    if (present.size === 0) return [];
    if (!present.has('kysely_migration'))
      throw new BackupError('not_empty', `The database has tables that are not of Belfry. ${ELSEWHERE}`);
    for (const name of USED.filter((table) => present.has(table))) {
      const { rows: used } = await client.query(`select from ${quoted(name)} limit 1`);
      if (used.length > 0) throw new BackupError('not_empty', `This installation is not empty. ${ELSEWHERE}`);
    }
    const recorded = await client.query<{ name: string }>('select name from kysely_migration');
    return recorded.rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Throws BackupError where an empty database has migrations that the rows of the backup have not been through. */
export function requireNotAhead(
  recorded: readonly string[],
  { migrations: names }: Pick<Beginning, 'migrations'>,
): void {
  if (recorded.every((name) => names.includes(name))) return;
  throw new BackupError('not_empty', `The database has the schema of a later version than the backup. ${ELSEWHERE}`);
}

const ELSEWHERE =
  'A backup is restored into a new one: with `npm start`, stop it and move the folder of DATA_DIR away, or name another DATA_DIR; ' +
  'elsewhere create an empty database. Nothing was changed.';

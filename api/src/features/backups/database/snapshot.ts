import type pg from 'pg';
import { appendFile } from 'node:fs/promises';
import type { Beginning } from '../archive/entries.ts';
import { archiveName, audioName, floorPlanName } from '../../../storage/index.ts';
import { copyOut } from './copy.ts';
import { lockInstallation, openSession, quoted, quotedColumns } from './session.ts';

/** The migrator's own tables: their rows follow from the migrations that a restoration runs. */
const OF_MIGRATOR = ['kysely_migration', 'kysely_migration_lock'];

/**
 * Facts about running processes, and rows that must not be valid again: sessions, codes and links that were used or
 * revoked since, browsers that get messages in a session, attempts that were counted, leases of instances, and the list
 * of the backups that this machine has made.
 */
export const LEFT_OUT: readonly string[] = [
  'backups',
  'confirmation_codes',
  'ingest_instances',
  'ingest_shards',
  'one_time_tokens',
  'push_subscriptions',
  'rate_limits',
  'sign_on_attempts',
  'sign_on_results',
  'sign_on_sessions',
  'user_keys',
];

type Table = Beginning['tables'][number];

export type Snapshot = {
  beginning: Beginning;
  /** The rows of a table, in the text format of COPY; `rows` is their number once all were read. */
  copyTable(table: Table): { content: AsyncIterable<Buffer>; rows: () => number };
  listFiles(into: string): Promise<void>;
  /** Lets the database forget the instant; the lock stays. */
  release(): Promise<void>;
  close(): Promise<void>;
};

/** Opens a snapshot, and locks the installation against other backups until it is closed. Throws BackupError. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await openSession(url);
  try {
    await lockInstallation(client);
    await client.query('begin transaction isolation level repeatable read, read only');
    const beginning = await readBeginning(client);
    const partitioned = await findPartitioned(client);
    return {
      beginning,
      copyTable: ({ name, columns }) => {
        const list = quotedColumns(columns);
        // Servers before 19 copy the rows of partitions by a query only.
        const source = partitioned.has(name) ? `(select ${list} from ${quoted(name)})` : `${quoted(name)} (${list})`;
        return copyOut(client, `copy ${source} to stdout`);
      },
      listFiles: (into) => listFiles(client, into),
      release: async () => void (await client.query('commit')),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function readBeginning(client: pg.Client): Promise<Beginning> {
  const left_out = [...LEFT_OUT];
  const migrations = await client.query<{ name: string }>(
    'select name from kysely_migration order by name collate "C"',
  );
  const tables = await client.query<Table>(
    `select c.relname as name, array(
       select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1::text[])
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname collate "C"`,
    [[...LEFT_OUT, ...OF_MIGRATOR]],
  );
  const partitions = await client.query<Beginning['partitions'][number]>(
    `select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where p.relnamespace = 'public'::regnamespace and p.relkind = 'p' order by 1, 2`,
  );
  // Sequences are not part of the snapshot: they are at least as far as its rows.
  const sequences = await client.query<Beginning['sequences'][number]>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return {
    migrations: migrations.rows.map(({ name }) => name),
    tables: tables.rows,
    partitions: partitions.rows,
    sequences: sequences.rows,
    left_out,
  };
}

async function findPartitioned(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'p'`,
  );
  return new Set(rows.map(({ name }) => name));
}

const PAGE = 10_000;

async function listFiles(client: pg.Client, into: string): Promise<void> {
  await appendPages(client, into, { text: 'select sha256 as name from audio_files', nameOf: audioName });
  await appendPages(client, into, { text: 'select filename as name from firmware_archives', nameOf: archiveName });
  await appendPages(client, into, { text: 'select distinct sha256 as name from floor_plans', nameOf: floorPlanName });
}

type Listing = { text: string; nameOf: (name: string) => string };

async function appendPages(client: pg.Client, into: string, { text, nameOf }: Listing): Promise<void> {
  await client.query(`declare names no scroll cursor for ${text} order by 1`);
  for (;;) {
    const { rows } = await client.query<{ name: string }>(`fetch ${PAGE} from names`);
    if (rows.length === 0) break;
    await appendFile(into, rows.map(({ name }) => `${nameOf(name)}\n`).join(''));
  }
  await client.query('close names');
}

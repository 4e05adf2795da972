import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TABLE_OWNERS } from './db/table-owners.ts';

const SRC = import.meta.dirname;

const WRITE =
  /(?:insertInto|updateTable|deleteFrom)\('(\w+)'|\binsert into (\w+)|\bdelete from (\w+)|^[\s`(]*update (?!set\b|of\b)(\w+)|= `?update (\w+)/gm;

const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;

const writes = globSync('**/*.ts', { cwd: SRC, exclude: ['**/*.test.ts', 'db/migrations/**'] }).flatMap((file) =>
  [...readFileSync(join(SRC, file), 'utf8').replaceAll(comments, '').matchAll(WRITE)].map((match) => ({
    file,
    table: match.slice(1).find((name) => name !== undefined) ?? '',
  })),
);

it('finds a writer of every table in the list', () => {
  const owned = Object.entries(TABLE_OWNERS).filter(([, folders]) => folders.length > 0);
  expect(new Set(writes.map(({ table }) => table))).toEqual(new Set(owned.map(([table]) => table)));
});

it('writes each table in the folder that owns it only', () => {
  const owners: Record<string, readonly string[] | undefined> = TABLE_OWNERS;
  const foreign = writes.filter(({ file, table }) => !owners[table]?.some((folder) => file.startsWith(`${folder}/`)));
  expect(foreign).toEqual([]);
});

/**
 * Statements of each message, command or call, whose planning would cost as much as their execution: they are named, so that each connection
 * plans them once. Everything else is sent through Kysely.
 */
const HOT = [
  'features/announcements/deliveries.sql.ts',
  'features/announcements/receipts.sql.ts',
  'features/api-keys/api-keys.repository.ts',
  'features/commands/callers.ts',
  'features/commands/commands.sql.ts',
  'features/commands/deliveries.sql.ts',
  'features/commands/results.sql.ts',
  'features/device-state/live-parts.ingest.ts',
  'features/device-state/presence.sql.ts',
  'features/device-state/reported.ingest.ts',
  'features/device-state/status.ingest.ts',
  'features/metrics/ingest/store.sql.ts',
  'features/triggers/inputs/inputs.sql.ts',
  // The key of each call, and of each device that connects.
  'features/accounts/keys.repository.ts',
  'features/service/device-credentials.sql.ts',
  // A page of the fleet costs as much to plan as to read. Kysely builds its text.
  'features/devices/device-json.sql.ts',
];

/** These need a session of their own: what it is, its locks, LISTEN, its plans, or its place in the log of a replica. */
const OF_SESSIONS = [
  'db/check-server.ts',
  'db/read-replica.ts',
  // A backup is a snapshot, and COPY.
  'features/backups/database/copy.ts',
  'features/backups/database/load.ts',
  'features/backups/database/scratch.ts',
  'features/backups/database/session.ts',
  'features/backups/database/snapshot.ts',
  'mqtt/ingest/ingest-context.ts',
  'mqtt/shards/leases.sql.ts',
  'mqtt/shards/shard-leases.ts',
];

const sources = globSync('**/*.ts', { cwd: SRC, exclude: ['**/*.test.ts'] }).map((file) => ({
  file,
  text: readFileSync(join(SRC, file), 'utf8').replaceAll(comments, ''),
}));

it('sends statements through `pg` only where they are hot or need a session of their own', () => {
  const raw = sources.filter(({ text }) => /\.query[(<]/.test(text)).map(({ file }) => file);
  expect(raw.toSorted()).toEqual([...HOT, ...OF_SESSIONS].toSorted());
});

it('names each hot statement', () => {
  const UNNAMED = /\.query(?:<.*>)?\((?!\s*\{\s*(?:name\b|\.\.\.))/;
  const unnamed = sources.filter(({ file, text }) => HOT.includes(file) && UNNAMED.test(text));
  expect(unnamed.map(({ file }) => file)).toEqual([]);
});

it('encodes arrays itself only in the ingest of metrics', () => {
  const encoding = sources.filter(({ text }) => text.includes('binary-arrays.ts')).map(({ file }) => file);
  expect(encoding).toEqual(['features/metrics/ingest/store.sql.ts']);
});

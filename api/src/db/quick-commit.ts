import { sql, type RawBuilder } from 'kysely';

/**
 * A condition that is always true and lets the statement's commit not wait for the disk: for what may be lost with the last
 * half second before a crash of Postgres, never for what people rely on. In a transaction it does nothing, since the
 * commit is not the statement's own.
 */
export const quickCommit = (db: { isTransaction: boolean }): RawBuilder<boolean> =>
  db.isTransaction ? sql`true` : sql`(select set_config('synchronous_commit', 'off', true)) is not null`;

import { sql, type RawBuilder } from 'kysely';

/**
 * A condition that is always true and turns off `synchronous_commit` for the statement: only for data that may be lost when
 * Postgres crashes within half a second. It has no effect in a transaction, whose commit also concerns other statements.
 */
export const asyncCommit = (db: { isTransaction: boolean }): RawBuilder<boolean> =>
  db.isTransaction ? sql`true` : sql`(select set_config('synchronous_commit', 'off', true)) is not null`;

/** The SQL of `asyncCommit` for a statement of `pg`, whose boolean parameter decides. Not for a transaction of several statements. */
export const asyncCommitWhere = (parameter: `$${number}`): string =>
  `(select set_config('synchronous_commit', 'off', true) where ${parameter}::bool)`;

import { sql } from 'kysely';

/**
 * A condition that is always true and lets the statement's commit not wait for the disk: for what may be lost with the last
 * half second before a crash of Postgres, never for what people rely on.
 */
export const quickCommit = sql<boolean>`(select set_config('synchronous_commit', 'off', true)) is not null`;

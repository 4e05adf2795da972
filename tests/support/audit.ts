import type { Database } from '@belfry/api/db/database';
import type { Kysely } from 'kysely';

/** The audit rows of one action on one object, in the order in which they were written. */
export const findAudit = (db: Kysely<Database>, action: string, objectId: number | string) =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .where('object_id', '=', String(objectId))
    .orderBy('id')
    .execute();

/** The audit rows of one action by any of these people, in the order in which they were written. */
export const findAuditBy = (db: Kysely<Database>, action: string, people: readonly { id: number }[]) =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .where(
      'user_id',
      'in',
      people.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();

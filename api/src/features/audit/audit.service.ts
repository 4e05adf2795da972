import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Principal } from '../../http/principal.ts';

export type AuditEntry = {
  action: `${string}.${string}`;
  object_kind: string;
  object_id: string | number;
  /** Never secrets. */
  details?: Record<string, unknown>;
};

/** Who acts, from where. */
export type Actor = { user: Principal; ip: string };

/** Who it really is, also while they work as somebody else. */
const personOf = ({ id, opened_by }: Principal): number => opened_by?.id ?? id;

/** Writes the row that every administrative act leaves behind; give it the act's transaction. */
export async function audit(db: Kysely<Database>, { user, ip }: Actor, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      user_id: personOf(user),
      acting_as: user.opened_by && user.id,
      ip,
      action: entry.action,
      object_kind: entry.object_kind,
      object_id: String(entry.object_id),
      details: entry.details ? JSON.stringify(entry.details) : null,
    })
    .execute();
}

/** The same for what people do as themselves without a row: one is left where an administrator works as them. */
export async function auditOpened(db: Kysely<Database>, actor: Actor, entry: AuditEntry): Promise<void> {
  if (actor.user.opened_by) await audit(db, actor, entry);
}

/** The same where the object is another's: what people do with their own things is their business. */
export async function auditForeign(
  db: Kysely<Database>,
  actor: Actor,
  ownerId: number | null,
  entry: AuditEntry,
): Promise<void> {
  if (ownerId === personOf(actor.user)) return;
  await audit(db, actor, { ...entry, details: { user_id: ownerId, ...entry.details } });
}

import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Principal } from '../http/routes/principal.ts';

type AuditEntry = {
  action: `${string}.${string}`;
  object_kind: string;
  object_id: string | number;
  /** Must not contain secrets. */
  details?: Record<string, unknown>;
};

/** The user who acts, and the address of the request. */
export type Actor = { user: Principal; ip: string };

/** The id of the administrator while they impersonate another user, otherwise of the user. */
const actorIdOf = ({ id, opened_by }: Principal): number => opened_by?.id ?? id;

/** Inserts the audit row of an administrative act. Pass the transaction of the act. */
export async function audit(db: Kysely<Database>, actor: Actor, entry: AuditEntry): Promise<void> {
  await auditEach(db, actor, [entry]);
}

/** Records an act on several objects, in one statement. */
export async function auditEach(
  db: Kysely<Database>,
  { user, ip }: Actor,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    user_id: actorIdOf(user),
    acting_as: user.opened_by && user.id,
    ip,
    action: entry.action,
    object_kind: entry.object_kind,
    object_id: String(entry.object_id),
    details: entry.details ? JSON.stringify(entry.details) : null,
  }));
  await insertAuditRows(db, rows);
}

/** Records what the directory of an organisation has changed, which is nobody's act. Pass the transaction of the change. */
export async function auditDirectory(
  db: Kysely<Database>,
  { provider_id, owner_id, ip }: { provider_id: number; owner_id: number; ip: string },
  { action, object_kind, object_id, details }: AuditEntry,
): Promise<void> {
  const about = JSON.stringify({ ...details, provider_id, owner_id });
  await insertAuditRows(db, [{ action, object_kind, object_id: String(object_id), details: about, ip }]);
}

/** Audits an act of users on their own account, which is recorded only while an administrator impersonates them. */
export async function auditImpersonation(db: Kysely<Database>, actor: Actor, entry: AuditEntry): Promise<void> {
  if (actor.user.opened_by) await audit(db, actor, entry);
}

/** Audits an act that is recorded only where the object belongs to another user. */
export async function auditForOthers(
  db: Kysely<Database>,
  actor: Actor,
  ownerId: number | null,
  entry: AuditEntry,
): Promise<void> {
  if (ownerId === actorIdOf(actor.user)) return;
  await audit(db, actor, { ...entry, details: { user_id: ownerId, ...entry.details } });
}

/** Inserts the rows in one statement, however many there are: a parameter of each value would be too many for a change of thousands. */
async function insertAuditRows(
  db: Kysely<Database>,
  rows: readonly Insertable<Database['audit_log']>[],
): Promise<void> {
  await sql`
    insert into audit_log (user_id, acting_as, action, object_kind, object_id, details, ip)
    select * from unnest(${rows.map(({ user_id }) => user_id ?? null)}::int4[],
      ${rows.map(({ acting_as }) => acting_as ?? null)}::int4[], ${rows.map(({ action }) => action)}::text[],
      ${rows.map(({ object_kind }) => object_kind)}::text[], ${rows.map(({ object_id }) => object_id)}::text[],
      ${rows.map(({ details }) => details ?? null)}::text[]::jsonb[],
      ${rows.map(({ ip }) => ip ?? null)}::text[])`.execute(db);
}

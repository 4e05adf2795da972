import { type Kysely, sql } from 'kysely';
import type { AuditDoor } from '@belfry/schemas/domain/audit';
import type { Database } from '../db/database.ts';
import type { Principal } from '../http/routes/principal.ts';
import { mapYielding } from '../lib/map-yielding.ts';
import { currentTrail, enteredBy, type AuditTrail } from './audit-trail.ts';
import { differenceOf, type Sides } from './audit-values.ts';

/** `before` and `after` are the states of the object; what differs is kept, without secrets. */
export type AuditEntry = Sides & {
  action: `${string}.${string}`;
  object_kind: string;
  object_id: string | number;
  /** The organisation concerned; by default that of the acting user, and null for an administrator. */
  owner_id?: number | null | undefined;
  /** The node concerned; by default the object itself where it is a node. */
  company_id?: number | null | undefined;
  /** Must not contain secrets. */
  details?: Record<string, unknown>;
};

export type Actor = { user: Principal; ip: string };

/** The id of the administrator while they impersonate another user, otherwise of the user. */
const actorIdOf = ({ id, opened_by }: Principal): number => opened_by?.id ?? id;

/** Inserts the audit row of an act. Pass the transaction of the act. */
export async function audit(db: Kysely<Database>, actor: Actor, entry: AuditEntry): Promise<void> {
  await auditEach(db, actor, [entry]);
}

/** More rows per statement would block the process for too long while their parameters are made. */
const ROWS_AT_ONCE = 2_000;

export async function auditEach(db: Kysely<Database>, actor: Actor, entries: readonly AuditEntry[]): Promise<void> {
  const rows = await mapYielding(entries, (entry) => rowOf(actor, entry));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await insertAuditRows(db, rows.slice(at, at + ROWS_AT_ONCE));
}

/**
 * Audits what owners do with their own objects, such as their account or a device. The timeline of a device shows it
 * only for an administrator who acts as somebody else: acts of owners have entries of other types.
 */
export async function auditOwn(db: Kysely<Database>, actor: Actor, entry: AuditEntry): Promise<void> {
  await insertAuditRows(db, [{ ...rowOf(actor, entry), in_timeline: actor.user.opened_by !== null }]);
}

/**
 * Records a change made by the directory of an organisation, which has no actor. Pass the transaction of the change.
 */
export async function auditDirectory(
  db: Kysely<Database>,
  { provider_id, owner_id, ip }: { provider_id: number; owner_id: number; ip: string },
  { action, object_kind, object_id, details }: AuditEntry,
): Promise<void> {
  const row = commonOf({ action, object_kind, object_id, details: { ...details, provider_id } });
  const origin = { user_id: null, acting_as: null, key_id: null, api_key_id: null, door: 'scim', ip } as const;
  await insertAuditRows(db, [{ ...row, ...origin, owner_id, in_timeline: false }]);
}

export async function auditOf(
  db: Kysely<Database>,
  actor: Actor,
  ownerId: number | null,
  entry: AuditEntry,
): Promise<void> {
  if (ownerId === actorIdOf(actor.user)) return auditOwn(db, actor, { ...entry, owner_id: ownerId });
  await audit(db, actor, { ...entry, owner_id: ownerId, details: { user_id: ownerId, ...entry.details } });
}

export async function auditAsSystem(db: Kysely<Database>, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const origin = { user_id: null, acting_as: null, key_id: null, api_key_id: null, door: 'job', ip: '' } as const;
  const rows = entries.map((entry) => ({
    ...commonOf(entry),
    ...origin,
    owner_id: entry.owner_id ?? null,
    in_timeline: true,
  }));
  await insertAuditRows(db, rows);
}

export async function auditCall(db: Kysely<Database>, trail: AuditTrail, entry: AuditEntry): Promise<void> {
  const { user, ip, act } = trail;
  if (user) return auditOwn(db, { user, ip }, entry);
  const row = {
    ...commonOf(entry),
    ...originOf(trail),
    user_id: act.user_id ?? null,
    acting_as: null,
    in_timeline: false,
  };
  await insertAuditRows(db, [{ ...row, owner_id: entry.owner_id ?? act.user_id ?? null }]);
}

type AuditRow = {
  user_id: number | null;
  acting_as: number | null;
  key_id: number | null;
  api_key_id: number | null;
  door: AuditDoor;
  ip: string;
  owner_id: number | null;
  in_timeline: boolean;
} & ReturnType<typeof commonOf>;

function rowOf({ user, ip }: Actor, entry: AuditEntry): AuditRow {
  return {
    ...commonOf(entry),
    ...originOf({ user, ip, ...enteredBy(user) }),
    user_id: actorIdOf(user),
    acting_as: user.opened_by && user.id,
    owner_id: entry.owner_id === undefined ? ownOrganisation(user) : entry.owner_id,
    in_timeline: true,
  };
}

/** An administrator's own id is no organisation: what they do concerns the installation unless an owner is named. */
export const ownOrganisation = ({ id, role }: Pick<Principal, 'id' | 'role'>): number | null =>
  role === 'user' ? id : null;

const originOf = ({ user, ip, door, api_key_id }: Pick<AuditTrail, 'user' | 'ip' | 'door' | 'api_key_id'>) => ({
  key_id: user?.key_id ?? null,
  api_key_id,
  door,
  ip,
});

function commonOf({ action, object_kind, object_id, company_id, details, ...sides }: AuditEntry) {
  const { before, after } = differenceOf(sides);
  return {
    action,
    object_kind,
    object_id: String(object_id),
    company_id: company_id === undefined ? nodeOf(object_kind, object_id) : company_id,
    details: jsonOf(details),
    before: jsonOf(before),
    after: jsonOf(after),
  };
}
const nodeOf = (kind: string, id: string | number): number | null =>
  kind === 'company' && Number.isSafeInteger(Number(id)) && id !== '' ? Number(id) : null;
const jsonOf = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);

/** Inserts the rows in one statement, however many there are: a parameter of each value would be too many for a change of thousands. */
async function insertAuditRows(db: Kysely<Database>, rows: readonly AuditRow[]): Promise<void> {
  const trail = currentTrail();
  if (trail) trail.isRecorded = true;
  await sql`
    insert into audit_log (user_id, acting_as, key_id, api_key_id, door, action, object_kind, object_id, company_id, owner_id, in_timeline, details,
      before, after, ip)
    select * from unnest(${rows.map(({ user_id }) => user_id)}::int4[], ${rows.map(({ acting_as }) => acting_as)}::int4[],
      ${rows.map(({ key_id }) => key_id)}::int8[], ${rows.map(({ api_key_id }) => api_key_id)}::int4[],
      ${rows.map(({ door }) => door)}::text[], ${rows.map(({ action }) => action)}::text[],
      ${rows.map(({ object_kind }) => object_kind)}::text[], ${rows.map(({ object_id }) => object_id)}::text[],
      ${rows.map(({ company_id }) => company_id)}::int4[], ${rows.map(({ owner_id }) => owner_id)}::int4[],
      ${rows.map(({ in_timeline }) => in_timeline)}::bool[], ${rows.map(({ details }) => details)}::text[]::jsonb[],
      ${rows.map(({ before }) => before)}::text[]::jsonb[], ${rows.map(({ after }) => after)}::text[]::jsonb[],
      ${rows.map(({ ip }) => ip)}::text[])`.execute(db);
}

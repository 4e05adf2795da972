import { WEBHOOK_ROTATION_H } from '@belfry/schemas/domain/webhook-events';
import type { Trigger } from '@belfry/schemas/http/triggers/triggers';
import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import { ownedBy } from '../../db/conditions.ts';
import type { Database, Row } from '../../db/database.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { findHeld, type Held } from '../../people/organisation-share.ts';

export type TriggerRow = Row<'triggers'>;

const SHOWN_MAX = 500;

const SELECT = sql`
  select t.id, t.name, t.company_id, c.name as company_name, t.source, t.action, (t.action ->> 'scenario_id')::int as scenario_id, t.mode, t.drill, t.enabled, t.disabled_reason, t.disabled_at,
    case when t.source ->> 'type' = 'hook' then '/api/hooks/' || t.hook_id end as hook_path,
    case when t.source ->> 'type' = 'alert_feed' then (select json_build_object('last_read_at', iso_utc(a.last_read_at),
      'failing_since', iso_utc(a.failing_since), 'last_error', a.last_error, 'has_more', a.has_more, 'invalid_today', (
        select count(*)::int from (select decision, at from alert_decisions where trigger_id = t.id order by decision_id desc limit 1000) d
        where d.decision = 'invalid' and d.at > now() - interval '24 hours')) from alert_feeds a where a.trigger_id = t.id) end as feed,
    case when t.previous_secret_until > now() then t.previous_secret_until end as previous_secret_until, u.name as created_by,
    t.created_at, (select f.created_at from trigger_firings f where f.trigger_id = t.id order by f.firing_id desc limit 1) as last_fired_at,
    t.revision
  from triggers t join companies c on c.company_id = t.company_id left join users u on u.id = t.created_by`;

export async function findTriggers(
  db: Kysely<Database>,
  owners: VisibleOwners,
  companyId: number | undefined,
): Promise<Wire<Trigger>[]> {
  const at = companyId === undefined ? sql`true` : sql`is_at_or_below(t.company_id, ${companyId})`;
  const { rows } = await sql<Wire<Trigger>>`
    ${SELECT} where ${ownedBy(owners, 't.owner_id', 't.company_id')} and ${at}
    order by t.name collate natural_order, t.id limit ${sql.lit(SHOWN_MAX)}`.execute(db);
  return rows;
}

export async function findTrigger(db: Kysely<Database>, id: number): Promise<Wire<Trigger> | undefined> {
  return (await sql<Wire<Trigger>>`${SELECT} where t.id = ${id}`.execute(db)).rows[0];
}

export async function findTriggerRow(db: Kysely<Database>, id: number): Promise<TriggerRow | undefined> {
  return db.selectFrom('triggers').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findTriggerOfFiring(db: Kysely<Database>, firingId: number): Promise<TriggerRow | undefined> {
  const triggers = db.selectFrom('triggers').innerJoin('trigger_firings as f', 'f.trigger_id', 'triggers.id');
  return triggers.selectAll('triggers').where('f.firing_id', '=', firingId).executeTakeFirst();
}

export async function lockTrigger(trx: Kysely<Database>, id: number): Promise<TriggerRow | undefined> {
  return trx.selectFrom('triggers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function findHook(db: Kysely<Database>, hookId: string): Promise<TriggerRow | undefined> {
  const { rows } = await sql<TriggerRow>`
    select t.*, case when t.previous_secret_until > now() then t.previous_secret end as previous_secret
    from triggers t where t.hook_id = ${hookId}::uuid and t.source ->> 'type' = 'hook'`.execute(db);
  return rows[0];
}

export const findHeldTriggers = (db: Kysely<Database>, ownerId: number): Promise<Held[]> =>
  findHeld(db, sql`select created_by as made_by from triggers where owner_id = ${ownerId}`);

export async function insertTrigger(trx: Kysely<Database>, trigger: Insertable<Database['triggers']>): Promise<number> {
  const { id } = await trx.insertInto('triggers').values(trigger).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes what people edit, which counts as a revision. */
export async function updateTrigger(
  trx: Kysely<Database>,
  id: number,
  changes: Updateable<Database['triggers']>,
): Promise<void> {
  await trx
    .updateTable('triggers')
    .set({ ...changes, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .execute();
}

/** The secret before stays valid for some time. */
export async function rotateHookSecret(trx: Kysely<Database>, id: number, secret: Buffer): Promise<void> {
  await trx
    .updateTable('triggers')
    .set({
      previous_secret: sql<Buffer>`secret`,
      previous_secret_until: sql<Date>`now() + make_interval(hours => ${sql.lit(WEBHOOK_ROTATION_H)})`,
      secret,
    })
    .where('id', '=', id)
    .execute();
}

/** @returns whether it was on */
export async function turnOffTrigger(trx: Kysely<Database>, id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update triggers set enabled = false, disabled_reason = 'creator', disabled_at = now(), revision = revision + 1
    where id = ${id} and enabled returning id`.execute(trx);
  return rows.length > 0;
}

export async function deleteTrigger(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('triggers').where('id', '=', id).execute();
}

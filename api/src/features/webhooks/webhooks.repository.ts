import { WEBHOOK_ROTATION_H } from '@belfry/schemas/domain/webhook-events';
import type { Webhook } from '@belfry/schemas/http/webhooks';
import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import { ownedBy } from '../../db/conditions.ts';
import type { Database, Row } from '../../db/database.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { findHeld, type Held } from '../../people/organisation-share.ts';

export type WebhookRow = Row<'webhooks'>;

const SHOWN_MAX = 500;
const WAITING_COUNTED_MAX = 1_000;

const SELECT = sql`
  select w.id, w.name, w.url, w.events, w.company_id, c.name as company_name, w.enabled, w.disabled_reason, w.disabled_at,
    w.failing_since, (select count(*)::int from (
      select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' limit ${sql.lit(WAITING_COUNTED_MAX)}) as waiting) as waiting,
    case when w.previous_secret_until > now() then w.previous_secret_until end as previous_secret_until,
    u.name as created_by, w.created_at, w.last_delivered_at, w.revision
  from webhooks w join companies c on c.company_id = w.company_id left join users u on u.id = w.created_by`;

export async function findWebhooks(
  db: Kysely<Database>,
  owners: VisibleOwners,
  companyId: number | undefined,
): Promise<Wire<Webhook>[]> {
  const at = companyId === undefined ? sql`true` : sql`is_at_or_below(w.company_id, ${companyId})`;
  const { rows } = await sql<Wire<Webhook>>`
    ${SELECT} where ${ownedBy(owners, 'w.owner_id', 'w.company_id')} and ${at}
    order by w.name collate natural_order, w.id limit ${sql.lit(SHOWN_MAX)}`.execute(db);
  return rows;
}

export async function findWebhook(db: Kysely<Database>, id: number): Promise<Wire<Webhook> | undefined> {
  return (await sql<Wire<Webhook>>`${SELECT} where w.id = ${id}`.execute(db)).rows[0];
}

export async function lockWebhook(trx: Kysely<Database>, id: number): Promise<WebhookRow | undefined> {
  return trx.selectFrom('webhooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export const findHeldWebhooks = (db: Kysely<Database>, ownerId: number): Promise<Held[]> =>
  findHeld(db, sql`select created_by as made_by from webhooks where owner_id = ${ownerId}`);

export async function insertWebhook(trx: Kysely<Database>, webhook: Insertable<Database['webhooks']>): Promise<number> {
  const { id } = await trx.insertInto('webhooks').values(webhook).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes what people edit, which counts as a revision. */
export async function updateWebhook(
  trx: Kysely<Database>,
  id: number,
  changes: Updateable<Database['webhooks']>,
): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ ...changes, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .execute();
}

/** The secret before stays valid for some time. */
export async function rotateSecret(trx: Kysely<Database>, id: number, secret: Buffer): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({
      previous_secret: sql<Buffer>`secret`,
      previous_secret_until: sql<Date>`now() + make_interval(hours => ${sql.lit(WEBHOOK_ROTATION_H)})`,
      secret,
    })
    .where('id', '=', id)
    .execute();
}

export async function endPreviousSecret(trx: Kysely<Database>, id: number): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ previous_secret: null, previous_secret_until: null })
    .where('id', '=', id)
    .execute();
}

export async function deleteWebhook(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('webhooks').where('id', '=', id).execute();
}

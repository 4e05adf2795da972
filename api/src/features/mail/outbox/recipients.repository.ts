import { CONFIRMATION_LINK_TTL_MS } from '@belfry/schemas/domain/limits';
import { type Kysely, sql } from 'kysely';
import { nodesWithRight } from '../../../db/conditions.ts';
import type { Database } from '../../../db/database.ts';

const SECONDS = CONFIRMATION_LINK_TTL_MS / 1_000;
/** A recipient that has not answered is not asked again by itself before this time. */
const ASKED_DAYS = 365;

/**
 * Those of these recipients that get messages of these organisations: confirmed ones of people who are owner or member there, and those that have
 * confirmed a link. @param organisations null: of people of the installation, whatever they belong to
 */
export async function findConfirmed(
  db: Kysely<Database>,
  recipients: readonly string[],
  organisations: readonly number[] | null,
): Promise<Set<string>> {
  if (recipients.length === 0) return new Set();
  const isRecipient = sql`any(${recipients}::text[])`;
  const belongs =
    organisations === null
      ? sql`true`
      : sql`exists (select from unnest(${organisations}::int4[]) o (id) where is_in_organisation(users.id, o.id))`;
  const { rows } = await sql<{ recipient: string }>`
    select lower(email) as recipient from users where lower(email) = ${isRecipient} and email_confirm and not blocked and ${belongs}
    union select phone from users where phone = ${isRecipient} and phone_confirm and not blocked and ${belongs}
    union select recipient from confirmed_recipients where recipient = ${isRecipient} and confirmed_at is not null`.execute(
    db,
  );
  return new Set(rows.map(({ recipient }) => recipient));
}

/**
 * Whether this user has entered the recipient: as their own, as that of a responsible person of their nodes, or as that of a report. Of
 * organisations, members count as those who enter it where they may: at nodes, or for `planned`, the organisations that they plan for.
 */
export async function hasEntered(
  db: Kysely<Database>,
  { userId, planned }: { userId: number; planned: readonly number[] | null },
  recipient: string,
): Promise<boolean> {
  const atNodes = planned === null ? sql`` : sql`or c.company_id in (${nodesWithRight(userId, 'edit-tree')})`;
  const { rows } = await sql<{ entered: boolean }>`
    select exists (select from users where id = ${userId} and (lower(email) = ${recipient} or phone = ${recipient}))
      or exists (
        select from responsible_people r join companies c on c.company_id = r.company_id
        where (c.user_id = ${userId} ${atNodes}) and (lower(r.email) = ${recipient} or r.phone = ${recipient})
      )
      or exists (select from schedules where user_id = any(${[userId, ...(planned ?? [])]}::int4[]) and lower(action ->> 'email') = ${recipient}) as entered`.execute(
    db,
  );
  return rows[0]?.entered === true;
}

/** Recipients that were never asked are absent. */
export async function findAsked(db: Kysely<Database>, recipients: readonly string[]): Promise<Map<string, Date>> {
  if (recipients.length === 0) return new Map();
  const rows = await db
    .selectFrom('confirmed_recipients')
    .select(['recipient', 'requested_at'])
    .where('recipient', 'in', [...recipients])
    .execute();
  return new Map(rows.map(({ recipient, requested_at }) => [recipient, requested_at]));
}

/** Stores the newest link of a recipient; earlier ones stop working. */
export async function storeRequest(
  trx: Kysely<Database>,
  request: Pick<Database['confirmed_recipients'], 'channel' | 'recipient' | 'token_hash' | 'message_id'>,
): Promise<void> {
  await trx
    .insertInto('confirmed_recipients')
    .values(request)
    .onConflict((conflict) =>
      conflict.columns(['channel', 'recipient']).doUpdateSet((eb) => ({
        token_hash: eb.ref('excluded.token_hash'),
        message_id: eb.ref('excluded.message_id'),
        requested_at: sql<Date>`now()`,
      })),
    )
    .execute();
}

/** Confirms the recipient of a valid link, also when it was confirmed before; undefined for a link that is not valid. */
export async function confirmByToken(db: Kysely<Database>, hash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ recipient: string }>`
    update confirmed_recipients set confirmed_at = coalesce(confirmed_at, now())
    where token_hash = ${hash} and (confirmed_at is not null or requested_at > now() - make_interval(secs => ${SECONDS}))
    returning recipient`.execute(db);
  return rows[0]?.recipient;
}

export async function deleteOldRequests(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('confirmed_recipients')
    .where('confirmed_at', 'is', null)
    .where('requested_at', '<', sql<Date>`now() - make_interval(days => ${ASKED_DAYS})`)
    .execute();
}

import type { MessageChannel } from '@belfry/schemas/http/mail/outbox';
import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';

export type Charge = Required<Omit<Insertable<Database['message_ledger']>, 'id' | 'at'>>;

/** What was sent within 24 hours, or within an hour where it says so; in parts for SMS. */
export type Usage = {
  installation: Record<MessageChannel, number>;
  sender: {
    sms: number;
    mail: number;
    confirmations: number;
    urgent: Record<MessageChannel, number>;
    scenario: Record<MessageChannel, number>;
  };
  /** In parts. */
  registrations: { sms_of_day: number; sms_of_hour: number };
  recipients: Map<string, RecipientUsage>;
};
type Received = { parts: number; notices_of_hour: number; confirmations: number };
/** `urgent_of_hour` and `scenario_of_hour`: of this sender alone, in parts. */
export type RecipientUsage = {
  urgent_of_hour: number;
  scenario_of_hour: number;
  of_sender: Received;
  of_all: Received;
};

const CHARGES_KEPT_DAYS = 32;
/** Classes that count together; the others have budgets of their own. */
const BUDGETED = sql`class not in ('confirmation', 'urgent', 'scenario')`;
const received = (holds: RawBuilder<unknown>): RawBuilder<Received> => sql<Received>`jsonb_build_object(
  'parts', coalesce(sum(parts) filter (where class not in ('urgent', 'scenario', 'code', 'registration') and ${holds}), 0),
  'confirmations', count(*) filter (where class = 'confirmation' and ${holds}),
  'notices_of_hour', count(*) filter (where class = 'notice' and at > now() - interval '1 hour' and ${holds}))`;
const ofClass = (messageClass: 'urgent' | 'scenario') => sql`jsonb_build_object(
  'sms', coalesce(sum(parts) filter (where channel = 'sms' and class = ${sql.lit(messageClass)}), 0),
  'mail', coalesce(sum(parts) filter (where channel = 'mail' and class = ${sql.lit(messageClass)}), 0))`;
const ofHour = (messageClass: 'urgent' | 'scenario', senderId: number | null) =>
  sql`coalesce(sum(parts) filter (where class = ${sql.lit(messageClass)} and sender_id = ${senderId} and at > now() - interval '1 hour'), 0)::int`;
const OF_DAY = sql`at > now() - interval '1 day'`;

/** Serialises what is charged, so that budgets are exact, until the transaction ends. */
export async function lockBudget(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('belfry.messages'))`.execute(trx);
}

export async function insertCharges(trx: Kysely<Database>, charges: readonly Charge[]): Promise<void> {
  if (charges.length === 0) return;
  await trx
    .insertInto('message_ledger')
    .values([...charges])
    .execute();
}

export async function readUsage(
  db: Kysely<Database>,
  senderId: number | null,
  recipients: readonly string[],
): Promise<Usage> {
  const { rows: totals } = await sql<{ channel: MessageChannel; parts: number; of_day: number; of_hour: number }>`
    select channel, sum(parts)::int as parts, coalesce(sum(parts) filter (where class = 'registration'), 0)::int as of_day,
      coalesce(sum(parts) filter (where class = 'registration' and at > now() - interval '1 hour'), 0)::int as of_hour
    from message_ledger where ${OF_DAY} group by channel`.execute(db);
  const { rows: own } = await sql<Usage['sender']>`
    select coalesce(sum(parts) filter (where channel = 'sms' and ${BUDGETED}), 0)::int as sms,
      coalesce(sum(parts) filter (where channel = 'mail' and ${BUDGETED}), 0)::int as mail,
      ${ofClass('urgent')} as urgent, ${ofClass('scenario')} as scenario,
      (count(*) filter (where class = 'confirmation'))::int as confirmations
    from message_ledger where sender_id = ${senderId} and ${OF_DAY}`.execute(db);
  const { rows: theirs } = await sql<RecipientUsage & { recipient: string }>`
    select recipient, ${received(sql`true`)} as of_all, ${received(sql`sender_id = ${senderId}`)} as of_sender,
      ${ofHour('urgent', senderId)} as urgent_of_hour, ${ofHour('scenario', senderId)} as scenario_of_hour
    from message_ledger where recipient = any(${recipients}::text[]) and ${OF_DAY} group by recipient`.execute(db);
  const texts = totals.find((row) => row.channel === 'sms');
  const total = (channel: MessageChannel): number => totals.find((row) => row.channel === channel)?.parts ?? 0;
  return {
    installation: { sms: total('sms'), mail: total('mail') },
    registrations: { sms_of_day: texts?.of_day ?? 0, sms_of_hour: texts?.of_hour ?? 0 },
    sender: own[0] ?? { sms: 0, mail: 0, confirmations: 0, urgent: { sms: 0, mail: 0 }, scenario: { sms: 0, mail: 0 } },
    recipients: new Map(theirs.map(({ recipient, ...usage }) => [recipient, usage])),
  };
}

export async function deleteOldCharges(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('message_ledger')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${CHARGES_KEPT_DAYS})`)
    .execute();
}

const DIGEST_SUBJECTS = 20;
const DIGESTS_KEPT_DAYS = 7;

export type Digest = Row<'message_digests'>;
export type DigestNotice = { channel: MessageChannel; recipient: string; lang: string; subject: string };

export async function addToDigests(
  trx: Kysely<Database>,
  userId: number,
  postponed: readonly DigestNotice[],
): Promise<void> {
  if (postponed.length === 0) return;
  const byRecipient = new Map<string, Omit<DigestNotice, 'subject'> & { count: number; subjects: string[] }>();
  for (const { channel, recipient, lang, subject } of postponed) {
    const { count, subjects } = byRecipient.get(recipient) ?? { count: 0, subjects: [] };
    const named = [...subjects, subject].slice(0, DIGEST_SUBJECTS);
    byRecipient.set(recipient, { channel, recipient, lang, count: count + 1, subjects: named });
  }
  await sql`
    insert into message_digests as d (user_id, channel, recipient, lang, count, subjects)
    select ${userId}, x.channel, x.recipient, x.lang, x.count, array(select jsonb_array_elements_text(x.subjects))
    from jsonb_to_recordset(${JSON.stringify([...byRecipient.values()])}::jsonb)
      as x (channel text, recipient text, lang text, count int, subjects jsonb)
    on conflict (user_id, channel, recipient) do update set count = d.count + excluded.count,
      subjects = (d.subjects || excluded.subjects)[1:${sql.lit(DIGEST_SUBJECTS)}]`.execute(trx);
}

export async function findDigestRecipients(
  trx: Kysely<Database>,
  userId: number,
  recipients: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ recipient: string }>`
    select recipient from message_digests
    where user_id = ${userId} and recipient = any(${recipients}::text[])`.execute(trx);
  return new Set(rows.map(({ recipient }) => recipient));
}

export async function findHeldBack(
  db: Kysely<Database>,
  userId: number,
): Promise<{ messages: number; until: Date } | null> {
  const { rows } = await sql<{ messages: number; until: Date | null }>`
    select coalesce(sum(g.count), 0)::int as messages, min(g.due_at) as until
    from users u join message_digests g on g.recipient in (lower(u.email), u.phone) where u.id = ${userId}::int`.execute(
    db,
  );
  const [held] = rows;
  return held?.until ? { messages: held.messages, until: held.until } : null;
}

/** Digests that are due, oldest first, locked until the transaction ends; those that another instance works on are left out. */
export async function lockDueDigests(trx: Kysely<Database>, limit: number): Promise<Digest[]> {
  return trx
    .selectFrom('message_digests')
    .selectAll()
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function deleteDigest(trx: Kysely<Database>, { user_id, channel, recipient }: Digest): Promise<void> {
  const digests = trx.deleteFrom('message_digests').where('user_id', '=', user_id);
  await digests.where('channel', '=', channel).where('recipient', '=', recipient).execute();
}

/** Tries a digest again in an hour. */
export async function postponeDigest(trx: Kysely<Database>, { user_id, channel, recipient }: Digest): Promise<void> {
  const digests = trx.updateTable('message_digests').set({ due_at: sql<Date>`now() + interval '1 hour'` });
  await digests
    .where('user_id', '=', user_id)
    .where('channel', '=', channel)
    .where('recipient', '=', recipient)
    .execute();
}

/** Deletes digests that no budget has permitted for a week. */
export async function deleteOldDigests(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('message_digests')
    .where('started_at', '<', sql<Date>`now() - make_interval(days => ${DIGESTS_KEPT_DAYS})`)
    .execute();
}

import type { MessageChannel } from '@belfry/schemas/http/messages/outbox';
import { sql, type Insertable, type Kysely } from 'kysely';
import type { Database } from '../../../../db/database.ts';

export type Charge = Required<Omit<Insertable<Database['message_ledger']>, 'id' | 'at'>>;

/** What was sent within 24 hours, or within an hour where it says so; in parts for SMS. */
export type Usage = {
  installation: Record<MessageChannel, number>;
  sender: { sms: number; mail: number; confirmations: number };
  recipients: Map<string, RecipientUsage>;
};
type RecipientUsage = { parts: number; notices_of_hour: number; confirmations: number };

const KEPT_DAYS = 32;
const OF_DAY = sql`at > now() - interval '1 day'`;

/** Serialises what is charged, so that budgets are exact. Held until the transaction ends. */
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
  const { rows: totals } = await sql<{ channel: MessageChannel; parts: number }>`
    select channel, sum(parts)::int as parts from message_ledger where ${OF_DAY} group by channel`.execute(db);
  const { rows: own } = await sql<Usage['sender']>`
    select coalesce(sum(parts) filter (where channel = 'sms' and class <> 'confirmation'), 0)::int as sms,
      coalesce(sum(parts) filter (where channel = 'mail' and class <> 'confirmation'), 0)::int as mail,
      (count(*) filter (where class = 'confirmation'))::int as confirmations
    from message_ledger where sender_id = ${senderId} and ${OF_DAY}`.execute(db);
  const { rows: theirs } = await sql<RecipientUsage & { recipient: string }>`
    select recipient, sum(parts)::int as parts, (count(*) filter (where class = 'confirmation'))::int as confirmations,
      (count(*) filter (where class = 'notice' and at > now() - interval '1 hour'))::int as notices_of_hour
    from message_ledger where recipient = any(${recipients}::text[]) and ${OF_DAY} group by recipient`.execute(db);
  const total = (channel: MessageChannel): number => totals.find((row) => row.channel === channel)?.parts ?? 0;
  return {
    installation: { sms: total('sms'), mail: total('mail') },
    sender: own[0] ?? { sms: 0, mail: 0, confirmations: 0 },
    recipients: new Map(theirs.map(({ recipient, ...usage }) => [recipient, usage])),
  };
}

/** Deletes what no budget counts any more. */
export async function deleteOldCharges(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('message_ledger')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute();
}

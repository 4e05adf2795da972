import type { SmsHistoryItem, SmsHistoryQuery } from '@belfry/schemas/http/messages/sms';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { escapeLike } from '../../../db/like.ts';
import type { Wire } from '../../../http/routes/route.ts';
import type { Recipient } from './recipients.ts';

/** Stores what the outbox rows with these ids, in the same order, do not have. */
export async function insertSms(
  trx: Kysely<Database>,
  userId: number,
  ids: readonly number[],
  recipients: readonly Recipient[],
): Promise<void> {
  const rows = recipients.map(({ name, place, parts }, index) => ({
    message_id: ids[index] ?? 0,
    user_id: userId,
    name,
    place,
    parts,
  }));
  await trx.insertInto('sms_messages').values(rows).execute();
}

/** One page of the messages of a sender, newest first, with the number of all that match. */
export async function findHistory(
  db: Kysely<Database>,
  userId: number,
  { page, page_size, q, state }: SmsHistoryQuery,
): Promise<{ total: number; items: Wire<SmsHistoryItem>[] }> {
  const pattern = `%${escapeLike(q)}%`;
  const matching = db
    .selectFrom('sms_messages as s')
    .innerJoin('outgoing_messages as m', 'm.id', 's.message_id')
    .where('s.user_id', '=', userId)
    .$if(state !== 'all', (qb) => qb.where('m.state', '=', state as SmsHistoryItem['state']))
    .$if(q !== '', (qb) =>
      qb.where((eb) =>
        eb.or([
          eb('m.recipient', 'ilike', pattern),
          eb('s.name', 'ilike', pattern),
          eb('s.place', 'ilike', pattern),
          eb('m.text', 'ilike', pattern),
        ]),
      ),
    );
  const counted = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const items = await matching
    .select(['m.id', 'm.recipient as phone', 's.name', 's.place', 'm.text', 's.parts', 'm.state'])
    .select(['m.last_error as reason', 'm.created_at', 'm.sent_at'])
    .orderBy('s.message_id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return { total: counted.total, items };
}

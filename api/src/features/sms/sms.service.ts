import type { SmsPreview, SmsPreviewBody, SmsSendBody } from '@belfry/schemas/http/outbox/sms';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { countAttempt, rateLimited } from '../../http/rate-limit/rate-limit.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { audit, type Actor } from '../audit/index.ts';
import { queueMessages } from '../outbox/index.ts';
import type { SmsDeps } from './deps.ts';
import { findRecipients, type Recipient } from './recipients.ts';
import { countRecentParts, insertSms, lockSending } from './sms.repository.ts';

/** The maximum number of parts that one user may send within 24 hours; see SMS-5. */
const DAILY_PARTS = 1_000;
const DAY_S = 86_400;
const ATTEMPTS = { hits: 60, windowSeconds: 3_600 };
const PREVIEWED = 50;

/** The recipients of a message, and its number of parts. Sends nothing. Throws what `findRecipients` throws. */
export async function previewSms(
  { db, config }: SmsDeps,
  user: Principal,
  policy: OwnerPolicy,
  body: SmsPreviewBody,
): Promise<SmsPreview> {
  const { recipients, withoutPhone } = await findRecipients(db, { user, policy }, body, new Date());
  return {
    messages: recipients.length,
    parts: partsOf(recipients),
    without_phone: withoutPhone,
    left_today: Math.max(0, await partsLeft(db, config, user.id)),
    recipients: recipients
      .slice(0, PREVIEWED)
      .map(({ phone, name, place, text, parts }) => ({ phone, name, place, text, parts })),
  };
}

/**
 * Queues one message per recipient, in one transaction. Throws conflict where their number is not the confirmed one, rate_limited
 * beyond the daily limits, and as `findRecipients`.
 */
export async function sendSms(
  deps: SmsDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { confirmed_messages, ...body }: SmsSendBody,
): Promise<{ messages: number; parts: number }> {
  const { user } = actor;
  await countAttempt(deps, [{ key: `sms-send:${user.id}`, ...ATTEMPTS }]);
  const sent = await transact(deps.db, async (trx) => {
    await lockSending(trx);
    const { recipients } = await findRecipients(trx, { user, policy }, body, new Date());
    if (recipients.length === 0) throw new AppError('unprocessable', 'Nobody would get this message');
    if (recipients.length !== confirmed_messages) {
      throw new AppError('conflict', `There are ${recipients.length} recipients now. Please check and send again.`);
    }
    const counts = { messages: recipients.length, parts: partsOf(recipients) };
    if (counts.parts > (await partsLeft(trx, deps.config, user.id))) {
      throw rateLimited(DAY_S, 'That is more than the messages of one day.');
    }
    await store(trx, deps.jobs, user.id, recipients);
    const details = { ...counts, nodes: body.nodes.length, numbers: body.numbers.length };
    await audit(trx, actor, { action: 'sms.send', object_kind: 'user', object_id: user.id, details });
    return counts;
  });
  deps.events.changed('sms_changed', [], user.id);
  return sent;
}

async function store(
  trx: Kysely<Database>,
  jobs: SmsDeps['jobs'],
  userId: number,
  recipients: readonly Recipient[],
): Promise<void> {
  const ids = await queueMessages(
    trx,
    jobs,
    recipients.map(({ phone, text, language }) => ({
      channel: 'sms' as const,
      kind: 'sms' as const,
      user_id: userId,
      recipient: phone,
      lang: language,
      subject: null,
      text,
      html: null,
    })),
  );
  await insertSms(trx, userId, ids, recipients);
}

const partsOf = (recipients: readonly Recipient[]): number => recipients.reduce((sum, { parts }) => sum + parts, 0);

async function partsLeft(
  db: Kysely<Database>,
  { SMS_DAILY_MAX }: Pick<SmsDeps['config'], 'SMS_DAILY_MAX'>,
  userId: number,
): Promise<number> {
  const { own, all } = await countRecentParts(db, userId);
  return Math.min(DAILY_PARTS - own, SMS_DAILY_MAX - all);
}

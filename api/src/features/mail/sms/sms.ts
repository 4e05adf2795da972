import { smsHttp, type SmsPreview, type SmsPreviewBody, type SmsSendBody } from '@belfry/schemas/http/mail/sms';
import type { Kysely } from 'kysely';
import { type Actor, audit } from '../../../audit/audit-log.repository.ts';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, fieldError } from '../../../errors.ts';
import { countAttempt, rateLimited } from '../../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { Reply } from '../../../http/routes/route.ts';
import { mayTextAnyNumber } from '../../../people/users.repository.ts';
import { canTextNode, type OwnerPolicy } from '../../../policies/owners.ts';
import { serve } from '../../../serve.ts';
import { chargeOf, openBudget, queueMessages, readBudget } from '../outbox/index.ts';
import { findRecipients, type Recipient } from './recipients.ts';
import { findHistory, insertSms } from './sms.repository.ts';

export const smsSendingRoutes = [
  serve(
    smsHttp.preview,
    { access: 'signed-in', policy: canTextNode, audit: 'none: it shows what would happen' },
    ({ deps, user, policy, body }) => previewSms(deps, user, policy, body),
  ),
  serve(
    smsHttp.send,
    { access: 'signed-in', policy: canTextNode, audit: 'service' },
    ({ deps, user, ip, policy, body }) => sendSms(deps, { user, ip }, policy, body),
  ),
  serve(smsHttp.history, { access: 'signed-in', policy: 'own' }, async ({ deps, user, query }) => {
    const { total, items } = await findHistory(deps.db, user.id, query);
    return Reply.of(items, { headers: { 'X-Total-Count': String(total) } });
  }),
];

type SmsDeps = Pick<Deps, 'db' | 'config' | 'events' | 'jobs'>;

const DAY_S = 86_400;
const ATTEMPTS = { hits: 60, windowSeconds: 3_600 };
const PREVIEWED = 50;

/** Sends nothing. Throws forbidden as `sendSms`, and what `findRecipients` throws. */
async function previewSms(
  { db, config }: SmsDeps,
  user: Principal,
  policy: OwnerPolicy,
  body: SmsPreviewBody,
): Promise<SmsPreview> {
  await requireRight(db, user.id, body);
  const { recipients, withoutPhone, unconfirmed, skipsAbove } = await findRecipients(
    db,
    { user, policy },
    body,
    new Date(),
  );
  const budget = await readBudget(db, config, user.id, []);
  return {
    messages: recipients.length,
    parts: partsOf(recipients),
    without_phone: withoutPhone,
    unconfirmed,
    skips_above: skipsAbove,
    left_today: budget.smsLeft(classOf(body)),
    recipients: recipients
      .slice(0, PREVIEWED)
      .map(({ phone, name, place, text, parts }) => ({ phone, name, place, text, parts })),
  };
}

/**
 * Queues one message per recipient, in one transaction. Throws forbidden for typed numbers and emergencies without the right, conflict where the
 * number of recipients is not the confirmed one, rate_limited beyond a budget, and as `findRecipients`.
 */
async function sendSms(
  deps: SmsDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { confirmed_messages, ...body }: SmsSendBody,
): Promise<{ messages: number; parts: number }> {
  const { user } = actor;
  await countAttempt(deps, [{ key: `sms-send:${user.id}`, ...ATTEMPTS }]);
  const sent = await transact(deps.db, async (trx) => {
    await requireRight(trx, user.id, body);
    const { recipients } = await findRecipients(trx, { user, policy }, body, new Date());
    if (recipients.length === 0) throw new AppError('unprocessable', 'Nobody would get this message');
    if (recipients.length !== confirmed_messages) {
      throw new AppError('conflict', `There are ${recipients.length} recipients now. Please check and send again.`);
    }
    const counts = { messages: recipients.length, parts: partsOf(recipients) };
    await store(trx, deps, user.id, { recipients, messageClass: classOf(body) });
    const details = { ...counts, nodes: body.nodes.length, numbers: body.numbers.length };
    await audit(trx, actor, { action: 'sms.send', object_kind: 'user', object_id: user.id, details });
    return counts;
  });
  deps.events.changed('sms_changed', [], user.id);
  return sent;
}

type MessageClass = 'emergency' | 'text';
const classOf = ({ emergency }: Pick<SmsPreviewBody, 'emergency'>): MessageClass => (emergency ? 'emergency' : 'text');

async function store(
  trx: Kysely<Database>,
  { config, jobs }: SmsDeps,
  userId: number,
  { recipients, messageClass }: { recipients: readonly Recipient[]; messageClass: MessageClass },
): Promise<void> {
  const messages = recipients.map(({ phone, text, language }) => ({
    channel: 'sms' as const,
    kind: 'sms' as const,
    user_id: userId,
    recipient: phone,
    lang: language,
    subject: null,
    text,
    html: null,
  }));
  const phones = recipients.map(({ phone }) => phone);
  const budget = await openBudget(trx, config, userId, phones);
  for (const message of messages) {
    const exceeded = budget.take(chargeOf(message, messageClass));
    if (exceeded === 'recipient')
      throw rateLimited(DAY_S, `${message.recipient} has got as many messages as one number gets a day.`);
    if (exceeded !== null) throw rateLimited(DAY_S, 'That is more than the messages of one day.');
  }
  await insertSms(trx, userId, await queueMessages(trx, jobs, messages, messageClass), recipients);
}

async function requireRight(
  db: Kysely<Database>,
  userId: number,
  { numbers, emergency }: Pick<SmsPreviewBody, 'numbers' | 'emergency'>,
): Promise<void> {
  if ((numbers.length === 0 && !emergency) || (await mayTextAnyNumber(db, userId))) return;
  throw numbers.length > 0
    ? fieldError('forbidden', 'numbers', 'Only people whom an administrator permits it send to numbers that they type')
    : fieldError('forbidden', 'emergency', 'Only people whom an administrator permits it send emergency messages');
}

const partsOf = (recipients: readonly Recipient[]): number => recipients.reduce((sum, { parts }) => sum + parts, 0);

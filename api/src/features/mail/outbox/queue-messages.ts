import type { Role } from '@belfry/schemas/domain/roles';
import { countSmsParts } from '@belfry/schemas/domain/sms-parts';
import type { AccountMessageKind } from '@belfry/schemas/http/mail/outbox';
import type { Kysely } from 'kysely';
import type { MessageClass } from '../../../db/column-types.ts';
import type { Database } from '../../../db/database.ts';
import type { Jobs } from '../../../jobs/index.ts';
import { type Charge, insertCharges } from './ledger.repository.ts';
import { renderMessage } from './mail-texts.ts';
import {
  type Attachment,
  insertAttachments,
  insertMessages,
  type OutgoingMessage,
  replaceWaiting,
} from './outbox.repository.ts';
import { sendMessageJobs } from './send-queued.ts';
import { isSmsKind } from './texts.ts';

export type MailJobs = Pick<Jobs, 'sendAll'>;

export type NewMessage = {
  kind: AccountMessageKind;
  /** `id` is null for somebody who has no account yet; the message is shown to those who may see this role. */
  to: { id: number | null; name: string; email: string; phone: string | null; lang: string; role: Role };
  code?: string;
  link?: string;
  passkey?: string;
  /** A code of an account that anybody may have made. */
  registration?: boolean;
};

/**
 * Queues a message in the recipient's language; it replaces queued messages of the same kind. Must run in the transaction of
 * the change that the message is about.
 * @returns the message's id
 */
export async function queueMessage(trx: Kysely<Database>, jobs: MailJobs, message: NewMessage): Promise<number> {
  const [id] = await queueAccountMessages(trx, jobs, [message]);
  return id as number;
}

/** @returns their ids in the same order */
export async function queueAccountMessages(
  trx: Kysely<Database>,
  jobs: MailJobs,
  messages: readonly NewMessage[],
): Promise<number[]> {
  for (const [kind, ofKind] of Map.groupBy(messages, (message) => message.kind)) {
    await replaceWaiting(
      trx,
      ofKind.flatMap(({ to }) => to.id ?? []),
      kind,
    );
  }
  const classOf = ({ registration }: NewMessage) => (registration ? 'registration' : 'code');
  return store(
    trx,
    jobs,
    messages.map((message) => ({ ...toStored(message), messageClass: classOf(message) })),
  );
}

function toStored({ kind, to, code, link, passkey }: NewMessage): StoredMessage {
  const channel = isSmsKind(kind) ? 'sms' : 'mail';
  const recipient = channel === 'sms' ? to.phone : to.email;
  if (recipient === null) throw new Error(`user ${to.id} has no phone to write to`);
  return {
    channel,
    kind,
    user_id: to.id,
    recipient,
    code: code ?? null,
    link: link ?? null,
    root_only: to.role === 'root',
    ...renderMessage({ kind, lang: to.lang, name: to.name, code, link, passkey }),
  };
}

type StoredMessage = Parameters<typeof insertMessages>[1][number] & { attachment?: Attachment };
type ClassedMessage = StoredMessage & { messageClass: MessageClass };

export type ReadyMessage = Pick<
  OutgoingMessage,
  'channel' | 'user_id' | 'recipient' | 'lang' | 'subject' | 'text' | 'html'
> & { kind: 'sms' | 'notice' | 'scenario'; link?: string; attachment?: Attachment };

/**
 * Queues messages with ready texts, and charges them; `user_id` is the account on whose behalf they are sent. The caller has taken
 * them from the budget (`openBudget`). Must run in the transaction of the change that they are about.
 * @returns the ids in the same order
 */
export const queueMessages = (
  trx: Kysely<Database>,
  jobs: MailJobs,
  messages: readonly ReadyMessage[],
  messageClass: Exclude<MessageClass, 'code' | 'registration'>,
): Promise<number[]> =>
  store(
    trx,
    jobs,
    messages.map((message) => ({ ...message, messageClass })),
  );

export const chargeOf = (
  { channel, recipient, text, user_id }: Pick<ReadyMessage, 'channel' | 'recipient' | 'text' | 'user_id'>,
  messageClass: MessageClass,
): Charge => ({
  class: messageClass,
  channel,
  sender_id: messageClass === 'code' || messageClass === 'registration' ? null : user_id,
  recipient: channel === 'mail' ? recipient.toLowerCase() : recipient,
  parts: channel === 'mail' ? 1 : Math.max(1, countSmsParts(text).parts),
});

/** Classes that people wait for. Messages stored together are of one class, or all of these. */
const URGENT: ReadonlySet<MessageClass> = new Set(['code', 'registration', 'emergency', 'scenario']);

/** The only place where messages are stored, so that none is missing in the ledger. */
async function store(trx: Kysely<Database>, jobs: MailJobs, messages: readonly ClassedMessage[]): Promise<number[]> {
  const charges = messages.map(({ channel, recipient, text, user_id = null, messageClass }) =>
    chargeOf({ channel, recipient, text, user_id }, messageClass),
  );
  await insertCharges(trx, charges);
  const inserted = await insertMessages(
    trx,
    messages.map(({ attachment: _attachment, messageClass: _class, ...message }) => message),
  );
  const attachments = inserted.flatMap(({ id }, index) => {
    const attachment = messages[index]?.attachment;
    return attachment ? [{ message_id: id, ...attachment }] : [];
  });
  await insertAttachments(trx, attachments);
  const isUrgent = messages.some(({ messageClass }) => URGENT.has(messageClass));
  await sendMessageJobs(trx, jobs, inserted, isUrgent);
  return inserted.map(({ id }) => id);
}

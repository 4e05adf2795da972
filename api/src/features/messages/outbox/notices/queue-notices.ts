import { canonicalRecipient } from '@belfry/schemas/http/messages/recipients';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import { openBudget } from '../budget/budget.ts';
import { chargeOf, queueMessages, type ReadyMessage } from '../queue-messages.ts';
import { findConfirmed } from '../recipients/recipients.repository.ts';
import { askNewRecipients, type RecipientsDeps } from '../recipients/recipients.service.ts';
import { findHeld, holdNotices, type Held } from './digests.repository.ts';
import type { Attachment } from '../attachments.repository.ts';

/** What one person is told, by mail and by text message. */
type Notice = {
  email: string | null;
  phone: string | null;
  lang: string;
  /** Of the mail; it names the notice in a digest. */
  subject: string;
  mail: string;
  sms: string;
  attachment?: Attachment;
};

/**
 * Queues notices on behalf of a user; see MAIL-9 to MAIL-11. Recipients that have not confirmed are asked once and get nothing. What exceeds a
 * budget becomes one digest per recipient; of a text message only where the person gets no mail.
 */
export async function queueNotices(
  trx: Kysely<Database>,
  deps: RecipientsDeps,
  userId: number,
  notices: readonly Notice[],
): Promise<void> {
  const contacts = notices.flatMap(({ email, phone, lang }) =>
    [email, phone].flatMap((recipient) => (recipient === null ? [] : [{ recipient, lang }])),
  );
  if (contacts.length === 0) return;
  await askNewRecipients(trx, deps, userId, contacts);
  const recipients = [...new Set(contacts.map(({ recipient }) => canonicalRecipient(recipient)))];
  const confirmed = await findConfirmed(trx, recipients);
  const budget = await openBudget(trx, deps.config, userId, recipients);
  const waiting = await findHeld(trx, userId, recipients);
  const messages: ReadyMessage[] = [];
  const held: Held[] = [];
  /** What follows a notice that waits joins it, so that the digest is not overtaken for ever. */
  const add = (message: ReadyMessage, heldAs: string | null): void => {
    const { channel, lang } = message;
    const recipient = canonicalRecipient(message.recipient);
    if (!waiting.has(recipient) && budget.take(chargeOf(message, 'notice')) === null) messages.push(message);
    else if (heldAs !== null) {
      waiting.add(recipient);
      held.push({ channel, recipient, lang, subject: heldAs });
    }
  };
  for (const { email, phone, lang, subject, mail, sms, attachment } of notices) {
    const common = { kind: 'notice', user_id: userId, lang, html: null } as const;
    const mailed = email !== null && confirmed.has(canonicalRecipient(email));
    if (mailed)
      add(
        { ...common, channel: 'mail', recipient: email, subject, text: mail, ...(attachment && { attachment }) },
        subject,
      );
    if (phone !== null && confirmed.has(phone))
      add({ ...common, channel: 'sms', recipient: phone, subject: null, text: sms }, mailed ? null : subject);
  }
  await queueMessages(trx, deps.jobs, messages, 'notice');
  await holdNotices(trx, userId, held);
}

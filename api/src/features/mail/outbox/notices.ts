import { canonicalRecipient } from '@belfry/schemas/http/mail/recipients';
import { textLanguageOf, type TextLanguage } from '@belfry/schemas/domain/text-languages';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { openBudget } from './budget.ts';
import {
  deleteDigest,
  type Digest,
  findDigestRecipients,
  type DigestNotice,
  addToDigests,
  lockBudget,
  lockDueDigests,
  postponeDigest,
} from './ledger.repository.ts';
import type { Attachment } from './outbox.repository.ts';
import { chargeOf, queueMessages, type ReadyMessage } from './queue-messages.ts';
import { findConfirmed } from './recipients.repository.ts';
import { askNewRecipients, type RecipientsDeps } from './recipients.ts';

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
 * Queues notices on behalf of an organisation, by its owner; see MAIL-9 to MAIL-11. Recipients that have not confirmed are asked once and get
 * nothing. What exceeds a budget becomes one digest per recipient; of a text message only where the person gets no mail. What is urgent has
 * budgets of its own, and does not wait with what waits.
 */
export async function queueNotices(
  trx: Kysely<Database>,
  deps: RecipientsDeps,
  { userId, class: messageClass = 'notice' }: { userId: number; class?: 'notice' | 'urgent' },
  notices: readonly Notice[],
): Promise<void> {
  const contacts = notices.flatMap(({ email, phone, lang }) =>
    [email, phone].flatMap((recipient) => (recipient === null ? [] : [{ recipient, lang }])),
  );
  if (contacts.length === 0) return;
  await askNewRecipients(trx, deps, { senderId: userId, organisation: userId }, contacts);
  const recipients = [...new Set(contacts.map(({ recipient }) => canonicalRecipient(recipient)))];
  const confirmed = await findConfirmed(trx, recipients, [userId]);
  const budget = await openBudget(trx, deps.config, userId, recipients);
  const waiting = await findDigestRecipients(trx, userId, recipients);
  const messages: ReadyMessage[] = [];
  const postponed: DigestNotice[] = [];
  /** What follows a notice that waits joins it, so that the digest is not overtaken for ever. */
  const add = (message: ReadyMessage, digestAs: string | null): void => {
    const { channel, lang } = message;
    const recipient = canonicalRecipient(message.recipient);
    const follows = messageClass === 'notice' && waiting.has(recipient);
    if (!follows && budget.take(chargeOf(message, messageClass)) === null) messages.push(message);
    else if (digestAs !== null) {
      waiting.add(recipient);
      postponed.push({ channel, recipient, lang, subject: digestAs });
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
  await queueMessages(trx, deps.jobs, messages, messageClass);
  await addToDigests(trx, userId, postponed);
}

type Texts = {
  subject: (count: number) => string;
  lead: string;
  more: (count: number) => string;
  sms: (count: number) => string;
};
const TEXTS: Record<TextLanguage, Texts> = {
  en: {
    subject: (count) => `Belfry: ${count} more ${count === 1 ? 'message' : 'messages'}`,
    lead: 'There were more messages than are sent to you one by one:',
    more: (count) => `and ${count} more`,
    sms: (count) => `Belfry: ${count} more ${count === 1 ? 'message waits' : 'messages wait'} in the console.`,
  },
  ru: {
    subject: (count) => `Belfry: ещё сообщений: ${count}`,
    lead: 'Сообщений было больше, чем отправляется по одному:',
    more: (count) => `и ещё ${count}`,
    sms: (count) => `Belfry: ещё сообщений в консоли: ${count}.`,
  },
  de: {
    subject: (count) => `Belfry: ${count} weitere ${count === 1 ? 'Nachricht' : 'Nachrichten'}`,
    lead: 'Es gab mehr Nachrichten, als einzeln verschickt werden:',
    more: (count) => `und ${count} weitere`,
    sms: (count) =>
      `Belfry: ${count} weitere ${count === 1 ? 'Nachricht wartet' : 'Nachrichten warten'} in der Konsole.`,
  },
};

function digestTexts({
  channel,
  lang: askedLanguage,
  count,
  subjects,
}: Pick<Digest, 'channel' | 'lang' | 'count' | 'subjects'>): { lang: string; subject: string | null; text: string } {
  const lang = textLanguageOf(askedLanguage);
  const texts = TEXTS[lang];
  if (channel === 'sms') return { lang, subject: null, text: texts.sms(count) };
  const rest = count - subjects.length;
  const lines = [...subjects.map((subject) => `- ${subject}`), ...(rest > 0 ? [texts.more(rest)] : [])];
  return { lang, subject: texts.subject(count), text: [texts.lead, ...lines, ''].join('\n') };
}

const BATCH = 50;

/** Digests that the budgets do not permit are tried again in an hour. */
export async function sendDueDigests({ db, config, jobs }: Pick<Deps, 'db' | 'config' | 'jobs'>): Promise<void> {
  for (let count = BATCH; count === BATCH;) {
    count = await transact(db, async (trx) => {
      // Before the digests, as whoever adds to one.
      await lockBudget(trx);
      const due = await lockDueDigests(trx, BATCH);
      for (const digest of due) {
        const { user_id, channel, recipient } = digest;
        const message = { kind: 'notice', channel, user_id, recipient, html: null, ...digestTexts(digest) } as const;
        const budget = await openBudget(trx, config, user_id, [recipient]);
        if (budget.take(chargeOf(message, 'notice')) === null) {
          await queueMessages(trx, jobs, [message], 'notice');
          await deleteDigest(trx, digest);
        } else await postponeDigest(trx, digest);
      }
      return due.length;
    });
  }
}

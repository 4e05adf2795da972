import { transact } from '../../../../db/transact.ts';
import { lockBudget } from '../budget/ledger.repository.ts';
import { openBudget } from '../budget/budget.ts';
import { chargeOf, queueMessages } from '../queue-messages.ts';
import { deleteDigest, lockDueDigests, postponeDigest, type Digest } from './digests.repository.ts';
import type { Deps } from '../../../../deps.ts';
import { messageLanguage, type MessageLanguage } from '../texts/translations.ts';

type Texts = {
  subject: (count: number) => string;
  lead: string;
  more: (count: number) => string;
  sms: (count: number) => string;
};
const TEXTS: Record<MessageLanguage, Texts> = {
  en: {
    subject: (count) => `Belfry: ${count} more ${count === 1 ? 'message' : 'messages'}`,
    lead: 'There were more messages than are sent to you one by one:',
    more: (count) => `and ${count} more`,
    sms: (count) => `Belfry: ${count} more ${count === 1 ? 'announcement was' : 'announcements were'} not heard.`,
  },
  ru: {
    subject: (count) => `Belfry: ещё сообщений: ${count}`,
    lead: 'Сообщений было больше, чем отправляется по одному:',
    more: (count) => `и ещё ${count}`,
    sms: (count) => `Belfry: не прозвучало ещё объявлений: ${count}.`,
  },
};
/** One message in the place of those that exceeded a budget, in the language of the recipient. */
function digestTexts({
  channel,
  lang: wanted,
  count,
  subjects,
}: Pick<Digest, 'channel' | 'lang' | 'count' | 'subjects'>): { lang: string; subject: string | null; text: string } {
  const lang = messageLanguage(wanted);
  const texts = TEXTS[lang];
  if (channel === 'sms') return { lang, subject: null, text: texts.sms(count) };
  const rest = count - subjects.length;
  const lines = [...subjects.map((subject) => `- ${subject}`), ...(rest > 0 ? [texts.more(rest)] : [])];
  return { lang, subject: texts.subject(count), text: [texts.lead, ...lines, ''].join('\n') };
}

const BATCH = 50;

/** Sends the digests that are due and that the budgets permit; the others are tried again in an hour. */
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

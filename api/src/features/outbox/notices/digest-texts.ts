import { messageLanguage, type MessageLanguage } from '../texts/translations.ts';
import type { Digest } from './digests.repository.ts';

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
export function digestTexts({
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

import { countSmsParts } from '@belfry/schemas/domain/sms-parts';
import { htmlMail, plainMail } from '../texts/mail-frame.ts';
import { messageLanguage, textsIn, type MessageLanguage } from '../texts/translations.ts';

type Texts = {
  subject: string;
  before: readonly string[];
  label: string;
  after: readonly string[];
  /** What is before the link of a text message, the most polite one first. */
  sms: readonly string[];
};

/** Without names that people have typed, because the recipient may know nobody of the installation. */
const TEXTS: Record<MessageLanguage, Texts> = {
  en: {
    subject: 'Do you want messages from Belfry?',
    before: [
      'Somebody has entered this address, so that you are told about announcements and get reports of their places.',
      'You get nothing more from us until you agree:',
    ],
    label: 'I want these messages',
    after: ['The link works for 7 days.', 'If you do not want them, you can ignore this message.'],
    sms: ['Belfry: do you want messages about announcements? If so, open', 'Belfry: notifications?'],
  },
  ru: {
    subject: 'Получать сообщения Belfry?',
    before: [
      'Кто-то указал этот адрес, чтобы вы получали сообщения об объявлениях и отчёты о местах.',
      'Пока вы не согласитесь, мы больше ничего не пришлём:',
    ],
    label: 'Хочу получать сообщения',
    after: ['Ссылка действует 7 дней.', 'Если сообщения вам не нужны, ничего не делайте.'],
    sms: [
      'Belfry: получать сообщения об объявлениях? Если да, откройте',
      'Belfry: нужны сообщения? Да:',
      'Belfry: уведомления?',
    ],
  },
};

/** The mail or the text message that asks a recipient to confirm, in their language. */
export function requestTexts(
  channel: 'mail' | 'sms',
  wanted: string,
  link: string,
): { lang: string; subject: string | null; text: string; html: string | null } {
  const lang = messageLanguage(wanted);
  const { subject, before, label, after, sms } = TEXTS[lang];
  if (channel === 'sms') return { lang, subject: null, text: inOnePart([...sms, ...TEXTS.en.sms], link), html: null };
  const { hello, signature } = textsIn(lang);
  const parts = { lang, greeting: hello, before, link: { href: link, label }, after, signature };
  return { lang, subject, text: plainMail(parts), html: htmlMail(parts) };
}

/**
 * The first text that is one part with its link: a part has 70 characters where one of them is Cyrillic, and 160 where none is, so an address of
 * the console that leaves no room for Russian gets English.
 */
function inOnePart(texts: readonly string[], link: string): string {
  const whole = texts.map((text) => `${text} ${link}`);
  return whole.find((text) => countSmsParts(text).parts === 1) ?? whole.at(-1) ?? link;
}

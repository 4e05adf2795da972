import { htmlMail, plainMail } from '../texts/mail-frame.ts';
import { messageLanguage, textsIn, type MessageLanguage } from '../texts/translations.ts';

type Texts = {
  subject: string;
  before: readonly string[];
  label: string;
  after: readonly string[];
  sms: (link: string) => string;
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
    sms: (link) => `Belfry: do you want messages about announcements? If so, open ${link}`,
  },
  ru: {
    subject: 'Получать сообщения Belfry?',
    before: [
      'Кто-то указал этот адрес, чтобы вы получали сообщения об объявлениях и отчёты о местах.',
      'Пока вы не согласитесь, мы больше ничего не пришлём:',
    ],
    label: 'Хочу получать сообщения',
    after: ['Ссылка действует 7 дней.', 'Если сообщения вам не нужны, ничего не делайте.'],
    sms: (link) => `Belfry: получать сообщения об объявлениях? Если да, откройте ${link}`,
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
  if (channel === 'sms') return { lang, subject: null, text: sms(link), html: null };
  const { hello, signature } = textsIn(lang);
  const parts = { lang, greeting: hello, before, link: { href: link, label }, after, signature };
  return { lang, subject, text: plainMail(parts), html: htmlMail(parts) };
}

import { countSmsParts } from '@belfry/schemas/domain/sms-parts';
import { withoutLinks } from '@belfry/schemas/domain/without-links';
import type { AccountMessageKind } from '@belfry/schemas/http/mail/outbox';
import { textLanguageOf, type TextLanguage } from '@belfry/schemas/domain/text-languages';
import { isSmsKind } from './texts.ts';
import { textsIn } from './translations.ts';

type Rendered = { lang: string; subject: string | null; text: string; html: string | null };

type Input = {
  kind: AccountMessageKind;
  lang: string;
  name: string;
  code?: string | null;
  link?: string | null;
  passkey?: string | undefined;
};

/** Renders a message in the recipient's language. Names are inserted as text, without markup, line breaks and links. */
export function renderMessage({ kind, lang: askedLanguage, name, code, link, passkey = '' }: Input): Rendered {
  const lang = textLanguageOf(askedLanguage);
  const texts = textsIn(lang);
  const facts = { name: withoutLinks(name), code: code ?? '', link: link ?? '', passkey: withoutLinks(passkey) };
  if (isSmsKind(kind)) return { lang, subject: null, text: texts.sms[kind](facts), html: null };

  const { subject, before, linkLabel, after } = texts.mails[kind];
  const parts: MailParts = {
    lang,
    // Whoever has no account has no name either.
    greeting: facts.name === '' ? texts.hello : texts.greeting(facts.name),
    before,
    code: facts.code,
    link: linkLabel === undefined ? undefined : { href: facts.link, label: linkLabel },
    after,
    signature: texts.signature,
  };
  return { lang, subject: oneLine(subject(facts)), text: plainMail(parts), html: htmlMail(parts) };
}

type Texts = {
  subject: string;
  before: readonly string[];
  label: string;
  after: readonly string[];
  /** What is before the link of a text message, the most polite one first. */
  sms: readonly string[];
};

/** Without names that people have typed, because the recipient may know nobody of the installation. */
const TEXTS: Record<TextLanguage, Texts> = {
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
  de: {
    subject: 'Nachrichten von Belfry erhalten?',
    before: [
      'Jemand hat diese Adresse eingetragen, damit Sie von Durchsagen erfahren und Berichte über Orte erhalten.',
      'Bis Sie zustimmen, schicken wir nichts weiter:',
    ],
    label: 'Diese Nachrichten erhalten',
    after: ['Der Link gilt 7 Tage.', 'Falls Sie die Nachrichten nicht möchten, brauchen Sie nichts zu tun.'],
    sms: ['Belfry: Nachrichten über Durchsagen erhalten? Wenn ja, bitte öffnen:', 'Belfry: Nachrichten?'],
  },
};

export function requestTexts(
  channel: 'mail' | 'sms',
  askedLanguage: string,
  link: string,
): { lang: string; subject: string | null; text: string; html: string | null } {
  const lang = textLanguageOf(askedLanguage);
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

type MailParts = {
  lang: string;
  greeting: string;
  before: readonly string[];
  code?: string;
  link?: { href: string; label: string };
  after: readonly string[];
  signature: string;
};

function plainMail({ greeting, before, code, link, after, signature }: MailParts): string {
  const blocks = [greeting, ...before, code && `    ${code}`, link?.href, ...after, `-- \n${signature}`];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

const BODY =
  'margin:0;padding:24px;background:#f4f3f8;font-family:Inter,Segoe UI,Helvetica,Arial,sans-serif;color:#1d1a26';
const CARD =
  'max-width:480px;margin:0 auto;padding:32px;background:#fff;border-radius:12px;font-size:16px;line-height:1.5';
const CODE =
  'margin:24px 0;padding:16px;border-radius:8px;background:#efeafc;text-align:center;font-size:32px;font-weight:600;letter-spacing:12px;font-variant-numeric:tabular-nums';
const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#6a3fd1;color:#fff;text-decoration:none;font-weight:600';
const SIGNATURE = 'margin:24px auto 0;max-width:480px;text-align:center;font-size:13px;color:#6b6678';

/** The HTML of a mail. Styles are inline, because mail programs drop style sheets; every text is escaped. */
function htmlMail({ lang, greeting, before, code, link, after, signature }: MailParts): string {
  const paragraphs = (texts: readonly string[]): string =>
    texts.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('\n');
  const button = (href: string, label: string): string =>
    `<p style="margin:24px 0"><a href="${escapeHtml(href)}" style="${BUTTON}">${escapeHtml(label)}</a></p>`;
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Belfry</title></head>
<body style="${BODY}">
<div style="${CARD}">
${paragraphs([greeting, ...before])}
${code ? `<div style="${CODE}">${escapeHtml(code)}</div>` : ''}
${link ? button(link.href, link.label) : ''}
${paragraphs(after)}
</div>
<p style="${SIGNATURE}">${escapeHtml(signature)}</p>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Removes line breaks, because a text in a header or an SMS must not start another line. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

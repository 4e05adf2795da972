import type { MessageKind } from '@belfry/schemas/http/outbox';
import { oneLine } from './escape.ts';
import { htmlMail, plainMail, type MailParts } from './mail-frame.ts';
import { messageLanguage, wordsIn } from './translations.ts';

/** What goes out, before it has a recipient. */
export type Rendered = { lang: string; subject: string | null; text: string; html: string | null };

type Input = { kind: MessageKind; lang: string; name: string; code?: string | null; link?: string | null };

/** Writes a message in the reader's language. Names are quoted as text: no mark-up, no line breaks. */
export function renderMessage({ kind, lang: wanted, name, code, link }: Input): Rendered {
  const lang = messageLanguage(wanted);
  const words = wordsIn(lang);
  const facts = { name: oneLine(name), code: code ?? '', link: link ?? '' };
  if (kind === 'confirm_phone') return { lang, subject: null, text: words.sms[kind](facts), html: null };

  const { subject, before, linkLabel, after } = words.mails[kind];
  const parts: MailParts = {
    lang,
    greeting: words.greeting(facts.name),
    before,
    code: facts.code,
    link: linkLabel === undefined ? undefined : { href: facts.link, label: linkLabel },
    after,
    signature: words.signature,
  };
  return { lang, subject: oneLine(subject(facts)), text: plainMail(parts), html: htmlMail(parts) };
}

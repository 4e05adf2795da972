import type { AccountMessageKind } from '@belfry/schemas/http/messages/outbox';
import { withoutLinks } from '@belfry/schemas/domain/without-links';
import { oneLine } from './escape.ts';
import { htmlMail, plainMail, type MailParts } from './mail-frame.ts';
import { isSmsKind, messageLanguage, textsIn } from './translations.ts';

/** A message without its recipient. */
export type Rendered = { lang: string; subject: string | null; text: string; html: string | null };

type Input = { kind: AccountMessageKind; lang: string; name: string; code?: string | null; link?: string | null };

/** Renders a message in the recipient's language. Names are inserted as text, without markup, line breaks and links. */
export function renderMessage({ kind, lang: wanted, name, code, link }: Input): Rendered {
  const lang = messageLanguage(wanted);
  const texts = textsIn(lang);
  const facts = { name: withoutLinks(name), code: code ?? '', link: link ?? '' };
  if (isSmsKind(kind)) return { lang, subject: null, text: texts.sms[kind](facts), html: null };

  const { subject, before, linkLabel, after } = texts.mails[kind];
  const parts: MailParts = {
    lang,
    greeting: texts.greeting(facts.name),
    before,
    code: facts.code,
    link: linkLabel === undefined ? undefined : { href: facts.link, label: linkLabel },
    after,
    signature: texts.signature,
  };
  return { lang, subject: oneLine(subject(facts)), text: plainMail(parts), html: htmlMail(parts) };
}

import { escapeHtml } from './escape.ts';

/** The parts of a mail, from which its plain text and HTML are built. */
export type MailParts = {
  lang: string;
  greeting: string;
  /** Paragraphs. */
  before: readonly string[];
  code?: string;
  link?: { href: string; label: string };
  after: readonly string[];
  /** The name of the sender. */
  signature: string;
};

/** The plain text of a mail. */
export function plainMail({ greeting, before, code, link, after, signature }: MailParts): string {
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
export function htmlMail({ lang, greeting, before, code, link, after, signature }: MailParts): string {
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

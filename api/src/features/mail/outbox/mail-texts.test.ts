import { countSmsParts } from '@belfry/schemas/domain/sms-parts';
import { TEXT_LANGUAGES } from '@belfry/schemas/domain/text-languages';
import { ACCOUNT_MESSAGE_KINDS } from '@belfry/schemas/http/mail/outbox';
import { describe, expect, it } from 'vitest';
import { shortLink } from '../../../lib/console-link.ts';
import { createShortToken } from '../../../lib/keys.ts';
import { renderMessage, requestTexts } from './mail-texts.ts';

const facts = { name: 'Ada', code: '0427', link: 'https://belfry.test/change-password?token=abc&x=1' };

describe.each(ACCOUNT_MESSAGE_KINDS)('%s', (kind) => {
  it.each(TEXT_LANGUAGES)('is complete in %s', (lang) => {
    const message = renderMessage({ kind, lang, ...facts });
    expect(message.lang).toBe(lang);
    expect(/[а-яё]/i.test(message.text)).toBe(lang === 'ru');
    expect(/\b(Ihr|Sie)/.test(message.text)).toBe(lang === 'de');
    expect(message.text + (message.html ?? '')).not.toMatch(/undefined|\[object/);
    if (kind.startsWith('confirm')) expect(message.text).toContain('0427');
    if (kind === 'reset_password') expect(message.text).toContain(facts.link);
  });
});

it('is English for other languages', () => {
  expect(renderMessage({ kind: 'confirm_email', lang: 'fr', ...facts }).lang).toBe('en');
});

it('fits a text message into one SMS', () => {
  expect(renderMessage({ kind: 'confirm_phone', lang: 'en', ...facts }).text.length).toBeLessThanOrEqual(160);
  expect(renderMessage({ kind: 'confirm_phone', lang: 'ru', ...facts }).text.length).toBeLessThanOrEqual(70);
  for (const kind of ['confirm_phone', 'phone_changed'] as const)
    expect(countSmsParts(renderMessage({ kind, lang: 'de', ...facts }).text).parts).toBe(1);
});

describe('a name with markup and line breaks', () => {
  const name = '<img src=x onerror="alert(1)">\r\nBcc: everybody@belfry.test';

  it('is escaped in HTML', () => {
    const { html } = renderMessage({ kind: 'confirm_email', lang: 'en', ...facts, name });
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; Bcc: everybody@belfry test');
    expect(html).not.toContain('<img');
  });

  it('does not start a line or a header', () => {
    const { subject, text } = renderMessage({ kind: 'confirm_email', lang: 'en', ...facts, name });
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).not.toMatch(/^Bcc:/m);
  });
});

it('escapes a link in its attribute', () => {
  const { html } = renderMessage({ kind: 'reset_password', lang: 'en', ...facts, link: 'https://x.test/"><script>' });
  expect(html).toContain('href="https://x.test/&quot;&gt;&lt;script&gt;"');
});

const textFor = (PUBLIC_URL: string, lang: string): string => {
  const link = shortLink({ PUBLIC_URL, HTTP_PORT: 1 }, '/c', createShortToken());
  const { text } = requestTexts('sms', lang, link);
  expect(text.endsWith(` ${link}`)).toBe(true);
  return text;
};

it.each([
  ['https://belfry.example.com', 'ru', 'Belfry: нужны сообщения? Да: '],
  ['https://belfry.example-retail.com', 'ru', 'Belfry: уведомления? '],
  ['https://belfry.sound.example-retail.com', 'ru', 'Belfry: do you want messages about announcements? If so, open '],
  ['https://belfry.example.com', 'de', 'Belfry: Nachrichten über Durchsagen erhalten? Wenn ja, bitte öffnen: '],
  ['https://belfry.example.com', 'en', 'Belfry: do you want messages about announcements? If so, open '],
  [`https://${'a'.repeat(60)}.belfry.example-retail.com`, 'en', 'Belfry: notifications? '],
] as const)('asks in one part by text message: at %s in %s', (base, lang, before) => {
  const text = textFor(base, lang);
  expect(text.startsWith(before)).toBe(true);
  expect(countSmsParts(text).parts).toBe(1);
});

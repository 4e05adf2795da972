import { countSmsParts } from '@belfry/schemas/domain/sms-parts';
import { expect, it } from 'vitest';
import { createShortToken } from '../../../../lib/keys.ts';
import { shortLink } from '../../../../lib/console-link.ts';
import { requestTexts } from './request-texts.ts';

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
  ['https://belfry.example.com', 'en', 'Belfry: do you want messages about announcements? If so, open '],
  [`https://${'a'.repeat(60)}.belfry.example-retail.com`, 'en', 'Belfry: notifications? '],
] as const)('asks in one part by text message: at %s in %s', (base, lang, before) => {
  const text = textFor(base, lang);
  expect(text.startsWith(before)).toBe(true);
  expect(countSmsParts(text).parts).toBe(1);
});

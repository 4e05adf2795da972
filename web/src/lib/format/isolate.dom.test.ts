import i18next from 'i18next';
import { expect, it } from 'vitest';
import { startI18n } from '../i18n.ts';
import { isolate } from './isolate.ts';

it.each(['', 'Shop <b> & "quotes"', 'Кафе «Днепр»', '🏬'])('leaves %j as it is', (text) =>
  expect(isolate(text)).toBe(text),
);

it.each(['متجر (2)', 'חנות 12!', 'Shop متجر'])('isolates %j', (text) =>
  expect(isolate(text)).toBe(`\u2068${text}\u2069`),
);

it('isolates a name in the sentence of the console', async () => {
  await startI18n();
  expect(i18next.t('home:greeting', { name: 'متجر (2)' })).toBe('Hello, \u2068متجر (2)\u2069');
});

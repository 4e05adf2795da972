import i18next from 'i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseLanguage, startI18n, isolate } from './i18n.ts';

beforeEach(async () => {
  localStorage.clear();
  await startI18n();
});

afterEach(() => void vi.restoreAllMocks());

const shown = () => [
  i18next.t('home:local_time.title'),
  i18next.t('home:local_time.saved'),
  i18next.t('two-factor:codes_left', { count: 2 }),
];

it.each([
  [['en-GB', 'ru'], 'en', 'Time zone updated!'],
  [['lv-LV', 'ru', 'en'], 'ru', 'Часовой пояс обновлен!'],
  [['fr-FR', 'de-AT', 'en'], 'de', 'Zeitzone aktualisiert!'],
  [['lv-LV', 'fr'], 'en', 'Time zone updated!'],
] as const)(
  'starts for a browser that prefers %j in %s, never with the mixed texts',
  async (languages, lang, saved) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
    await startI18n();
    expect(shown()[1]).toBe(saved);
    expect(document.documentElement.lang).toBe(lang);
  },
);

it.each([
  ['en', 'en', ['Local time', 'Time zone updated!', '2 recovery codes left']],
  ['ru', 'ru', ['Местное время', 'Часовой пояс обновлен!', 'Осталось 2 резервных кода']],
  ['de', 'de', ['Ortszeit', 'Zeitzone aktualisiert!', 'Noch 2 Wiederherstellungscodes']],
  ['mixed', 'en', ['Local time', 'Часовой пояс обновлен!', '2 recovery codes left']],
] as const)('remembers %s', async (language, locale, texts) => {
  await chooseLanguage(language);
  await startI18n();
  expect(shown()).toEqual(texts);
  expect(document.documentElement.lang).toBe(locale);
});

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

it('shows the key of a text that a loaded namespace does not have', () => {
  // Keys are known to the types.
  const shown = i18next.t as unknown as (key: string, options?: object) => string;
  expect(shown('ui:no.such_text')).toBe('ui:no.such_text');
  expect(shown('reasons:no_such', { defaultValue: 'Unknown' })).toBe('Unknown');
});

import { describe, expect, it } from 'vitest';
import { createDictionary, speechFor } from './speech-for.ts';

const NOON = new Date('2026-11-22T09:30:00Z');
const moscow = { name: 'Kiosk 5', language: 'ru-RU', voice: 'ru-RU-Standard-B', time_zone: 'Europe/Moscow' };
/** Voices that read figures themselves, so that texts are not written out. */
const READERS = ['ru-RU-Standard-B'];
const noon = { instant: NOON, dictionary: createDictionary([], READERS) };
const message = {
  variants: [
    { language: 'ru', text: 'Добро пожаловать' },
    { language: 'en', text: 'Welcome' },
  ],
  fallback_language: 'en',
};

describe('speechFor', () => {
  it('speaks a text in the language and with the voice of the place', () => {
    expect(speechFor({ text: 'Привет' }, moscow, noon)).toEqual({
      language: 'ru-RU',
      voice: 'ru-RU-Standard-B',
      fallback: false,
      key: { text: 'Привет', language: 'ru-RU', voice: 'ru-RU-Standard-B' },
    });
  });

  it('fills in place, time and date as the language writes them, in the zone of the place', () => {
    const { key } = speechFor({ text: '{place}: {time}, {date} {other}' }, moscow, noon);
    expect(key.text).toBe('Kiosk 5: 12:30, воскресенье, 22 ноября {other}');
    const york = { ...moscow, language: 'en-US', time_zone: 'America/New_York' };
    expect(speechFor({ text: '{time} {date}' }, york, noon).key.text).toMatch(/^4:30\sAM Sunday, November 22$/);
    const offset = { ...moscow, time_zone: '+05:30' };
    expect(speechFor({ text: '{time}' }, offset, noon).key.text).toBe('15:00');
  });

  it('fills in each variable once, and survives a zone and a language that do not exist', () => {
    expect(speechFor({ text: '{place}' }, { ...moscow, name: '{time}' }, noon).key.text).toBe('{time}');
    const wrong = { ...moscow, language: 'xx-ZZZZ', time_zone: 'Mars/Olympus' };
    expect(speechFor({ text: '{time}' }, wrong, noon).key.text).toMatch(/9:30/);
  });

  it('takes the text of a message in the language of the place, with or without region', () => {
    const { key, fallback } = speechFor({ message }, moscow, noon);
    expect([key.text, key.voice, fallback]).toEqual(['Добро пожаловать', 'ru-RU-Standard-B', false]);
    const regional = { ...message, variants: [{ language: 'ru-RU', text: 'Привет' }, ...message.variants.slice(1)] };
    expect(speechFor({ message: regional }, { ...moscow, language: 'ru' }, noon).key.text).toBe('Привет');
  });

  it('takes the fallback language with its default voice where the message has no other text', () => {
    const german = { ...moscow, language: 'de-DE', voice: 'de-DE-Standard-A' };
    const expected = { language: 'en', voice: 'en-US-Standard-A', fallback: true };
    expect(speechFor({ message }, german, noon)).toMatchObject(expected);
    expect(speechFor({ message }, german, { ...noon, overrides: { voice: 'de-DE-Standard-C' } })).toMatchObject(
      expected,
    );
  });

  it('has the audio around a text, and no voice where there is audio alone', () => {
    const variants = [
      { language: 'ru', text: '', audio_before: 1 },
      { language: 'en', text: 'Welcome', audio_before: 2, audio_after: 3 },
    ];
    const sounding = { variants, fallback_language: 'en' };
    expect(speechFor({ message: sounding }, moscow, noon)).toEqual({
      language: 'ru-RU',
      voice: '',
      fallback: false,
      key: { text: '', language: 'ru-RU', voice: '' },
      audio_before: 1,
    });
    const german = { ...moscow, language: 'de-DE', voice: 'de-DE-Standard-A' };
    expect(speechFor({ message: sounding }, german, noon)).toMatchObject({
      fallback: true,
      voice: 'en-US-Standard-A',
      key: { text: 'Welcome' },
      audio_before: 2,
      audio_after: 3,
    });
  });

  it('takes a chosen language and voice', () => {
    const chosen = speechFor({ message }, moscow, {
      ...noon,
      overrides: { language: 'en-GB', voice: 'en-GB-Standard-D' },
    });
    expect(chosen).toMatchObject({ language: 'en-GB', voice: 'en-GB-Standard-D', fallback: false });
    expect(chosen.key.text).toBe('Welcome');
    expect(speechFor({ text: 'Hallo' }, moscow, { ...noon, overrides: { language: 'zh' } }).voice).toBe(
      'cmn-CN-Standard-A',
    );
  });

  it('writes out figures in the language of the voice, before the dictionary, and not for a voice that reads them itself', () => {
    const entries = [{ language: 'ru', word: 'минут', spoken: 'минуток' }];
    const text = 'Закрытие в {time}, через 5 мин.';
    const own = speechFor({ text }, moscow, { instant: NOON, dictionary: createDictionary(entries) });
    expect(own.key.text).toBe('Закрытие в двенадцать тридцать, через пять минуток.');
    const reader = speechFor({ text }, moscow, { instant: NOON, dictionary: createDictionary(entries, READERS) });
    expect(reader.key.text).toBe('Закрытие в 12:30, через 5 мин.');
  });

  it('leaves words that the dictionary names to it', () => {
    const entries = [
      { language: 'ru', word: 'кг', spoken: 'кэгэ' },
      { language: 'ru', word: 'минут', spoken: 'минуток' },
      { language: 'de', word: 'г', spoken: 'гэ' },
    ];
    const dictionary = createDictionary(entries, READERS);
    const ofText = (text: string): string =>
      speechFor({ text }, { ...moscow, voice: 'ru-RU-Wavenet-B' }, { instant: NOON, dictionary }).key.text;
    expect(ofText('2 КГ за 5 мин и 3 г')).toBe('2 кэгэ за пять минуток и три грамма');
    expect(ofText('Ещё 5 минут')).toBe('Ещё пять минуток');
  });

  it('applies the dictionary after the variables, and leaves markup alone', () => {
    const dictionary = createDictionary([{ language: 'ru', word: 'Kiosk', spoken: 'Киоск' }], READERS);
    const { key } = speechFor({ text: '<speak>{place} & <break/></speak>' }, moscow, { instant: NOON, dictionary });
    expect(key.text).toBe('<speak>Киоск 5 & <break/></speak>');
  });
});

const russian = (word: string, spoken: string) => ({ language: 'ru', word, spoken });

describe('a dictionary', () => {
  it('replaces whole words in any case, and no parts of words', () => {
    const { apply } = createDictionary([russian('ТЦ', 'торговый центр')]);
    expect(apply('В тц и в ТЦ, но не в ТЦентре и МТЦ.', 'ru')).toBe(
      'В торговый центр и в торговый центр, но не в ТЦентре и МТЦ.',
    );
  });

  it('prefers the longest of several words', () => {
    const { apply } = createDictionary([russian('ул', 'улица'), russian('ул Мира', 'улица имени Мира')]);
    expect(apply('ул Мира, ул Ленина', 'ru')).toBe('улица имени Мира, улица Ленина');
  });

  it('takes the signs of a pattern as they are', () => {
    const { apply } = createDictionary([
      { language: 'en', word: 'C++', spoken: 'see plus plus' },
      { language: 'en', word: 'No.', spoken: 'number' },
      { language: 'en', word: 'A&B', spoken: 'A and $& B' },
    ]);
    expect(apply('C++ is No. 1 at A&B', 'en')).toBe('see plus plus is number 1 at A and $& B');
  });

  it('does not replace words that it has inserted', () => {
    const { apply } = createDictionary([russian('один', 'два'), russian('два', 'три')]);
    expect(apply('один два', 'ru')).toBe('два три');
  });

  it('is applied in its language only; a region goes before the language', () => {
    const { apply } = createDictionary([
      { language: 'en', word: 'schedule', spoken: 'skedule' },
      { language: 'en-GB', word: 'schedule', spoken: 'shedule' },
    ]);
    expect(apply('schedule', 'en-US')).toBe('skedule');
    expect(apply('schedule', 'en-GB')).toBe('shedule');
    expect(apply('schedule', 'de')).toBe('schedule');
  });

  it('finds a word in whatever way its accents are encoded', () => {
    const { apply } = createDictionary([{ language: 'fr', word: 'café'.normalize('NFD'), spoken: 'ka-fé' }]);
    expect(apply('Le CAFÉ', 'fr')).toBe('Le ka-fé');
  });
});

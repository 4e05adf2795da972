import { voiceNameSchema } from '@belfry/schemas/http/speech/voices';
import { expect, it } from 'vitest';
import { FALLBACK_VOICE_LANGUAGES, fallbackVoices } from './voice-fallbacks.ts';
import { voiceFlag } from './voice-flag.ts';

it('are five languages with their native names', () =>
  expect(FALLBACK_VOICE_LANGUAGES.map(({ code, name, flag }) => `${code} ${name} ${flag}`)).toEqual([
    'de Deutsch 🇩🇪',
    'en English 🇬🇧',
    'es Español 🇪🇸',
    'fr Français 🇫🇷',
    'ru Русский 🇷🇺',
  ]));

it.each(FALLBACK_VOICE_LANGUAGES.map(({ code }) => code))('have a woman and a man for %s', (code) => {
  const voices = fallbackVoices(code);
  expect(voices.map(({ gender }) => gender)).toEqual(['female', 'male']);
  for (const { voice_name, language } of voices) {
    expect(voiceNameSchema.safeParse(voice_name).success).toBe(true);
    expect(language).toBe(code);
  }
});

it('find a language by its code with a country, and no others', () => {
  expect(fallbackVoices('ru-RU')[0]?.voice_name).toBe('ru-RU-Standard-A');
  expect(fallbackVoices('ja')).toEqual([]);
  expect(fallbackVoices('toString')).toEqual([]);
});

it.each([
  [['en-US', 'en-GB'], '🇺🇸'],
  [['cmn-Hant-TW'], '🇹🇼'],
  [['en'], ''],
  [['es-419'], ''],
  [['not a code'], ''],
  [[], ''],
])('the flag of %j is %j', (codes, flag) => expect(voiceFlag(codes)).toBe(flag));

import { expect, it } from 'vitest';
import {
  voiceListSchema,
  FALLBACK_VOICE_LANGUAGES,
  fallbackVoices,
  voiceFlag,
  withDistinctNames,
  type ListedVoice,
} from './voice-lists-api.ts';
import { voiceNameSchema } from '@belfry/schemas/http/speech/voices';

const read = (voice: object) => voiceListSchema.parse([voice])[0];

it('reads every field under either of its names', () => {
  const listed = {
    voice_name: 'ru-RU-Standard-A',
    name: 'Anna',
    gender: 'female',
    type: 'Standard',
    language: 'ru',
    language_codes: ['ru-RU'],
    has_sample: true,
  };
  const [code, display_name, voice_type] = ['ru-RU-Standard-A', 'Anna', 'standard'];
  const { voice_name: _name, name: _display, type: _type, ...rest } = listed;
  expect(read({ ...rest, code, name: 'other', display_name, voice_type })).toEqual(listed);
  expect(read(listed)).toEqual(listed);
});

it.each(['FEMALE', 'male', 'Neutral', 'other'])('accepts the gender %s', (gender) =>
  expect(read({ code: 'a', gender })?.gender).toBe(gender.toLowerCase()),
);

it('requires only a code', () =>
  expect(read({ code: 'a', gender: 'robot' })).toEqual({
    voice_name: 'a',
    name: 'a',
    gender: 'other',
    type: 'Standard',
    language: '',
    language_codes: [],
    has_sample: false,
  }));

it.each([true, 'true', 1, '1'])('%j means that there is a sample', (has_sample) =>
  expect(read({ code: 'a', has_sample })?.has_sample).toBe(true),
);
it.each([false, 'false', 0, '0', null, undefined, 'yes'])('%j means that there is none', (has_sample) =>
  expect(read({ code: 'a', has_sample })?.has_sample).toBe(false),
);

it('refuses a voice without a code', () => expect(voiceListSchema.safeParse([{ name: 'Anna' }]).success).toBe(false));

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

const voice = (voice_name: string, name: string): ListedVoice => ({
  voice_name,
  name,
  gender: 'female',
  type: 'Standard',
  language: 'English',
  language_codes: ['en-US'],
  has_sample: false,
});

it('voices that share a name, in any case, are told apart by their codes; others keep their names', () => {
  const named = withDistinctNames([voice('en-US-A', 'Anna'), voice('en-GB-A', 'anna'), voice('en-US-B', 'Bella')]);
  expect(named.map(({ name }) => name)).toEqual(['Anna (en-US-A)', 'anna (en-GB-A)', 'Bella']);
});

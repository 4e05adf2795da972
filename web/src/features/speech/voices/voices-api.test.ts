import { describe, expect, it } from 'vitest';
import type { Voice } from '@belfry/schemas/http/speech/voices';
import { aVoice } from '../../../testing/voice-factory.ts';
import { catalogueVoiceSchema } from './voices-api.ts';
import { voiceLanguage } from './voice-list.tsx';

describe('reading a voice', () => {
  const read = (override: object) => catalogueVoiceSchema.parse({ ...aVoice(), ...override });

  describe('a voice of the catalogue', () => {
    it.each([true, 'true', 1, '1'])('has a sample when has_sample is %j', (value) =>
      expect(read({ has_sample: value }).has_sample).toBe(true),
    );

    it.each([false, 'false', 0, '0', '', null, undefined, 2, 'yes'])('has none when it is %j', (value) =>
      expect(read({ has_sample: value }).has_sample).toBe(false),
    );

    it.each([undefined, null, '', 'unheard of'])('has the type STANDARD when its type is %j', (value) =>
      expect(read({ voice_type: value }).voice_type).toBe('standard'),
    );

    it.each([
      ['Neural2', 'neural2'],
      ['WAVENET', 'wavenet'],
      ['Chirp3-HD', 'neural2'],
      ['en-US-Neural', 'neural2'],
      ['Studio', 'standard'],
    ])('has the type %s however it is written', (value, type) =>
      expect(read({ voice_type: value }).voice_type).toBe(type),
    );

    it.each([
      ['MALE', 'MALE'],
      ['female', 'FEMALE'],
      ['', 'NEUTRAL'],
      [null, 'NEUTRAL'],
    ])('of the gender %j is %s', (value, gender) => expect(read({ gender: value }).gender).toBe(gender));

    it('ignores unknown fields', () => expect(read({ pitch: 3 })).toEqual(aVoice()));
  });
});

describe('the language of a voice', () => {
  const voice = (language: string, ...language_codes: string[]) => ({ language, language_codes }) as Voice;

  it.each([
    ['de', 'de-DE', 'German (Germany)', 'немецкий (Германия)'],
    ['es', 'es-419', 'Spanish (Latin America)', 'испанский (Латинская Америка)'],
    // Google's code for the Arabic-speaking world is no country.
    ['ar', 'ar-XA', 'Arabic', 'арабский'],
    ['eo', 'eo', 'Esperanto', 'эсперанто'],
  ])('%s as %s is %s, in Russian %s', (language, code, english, russian) => {
    expect(voiceLanguage(voice(language, code), 'en')).toBe(english);
    expect(voiceLanguage(voice(language, code), 'ru')).toBe(russian);
  });

  it('is the language alone without codes', () => expect(voiceLanguage(voice('de'), 'en')).toBe('German'));
});

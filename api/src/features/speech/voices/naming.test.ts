import { voiceNameSchema } from '@belfry/schemas/http/speech/voices';
import { describe, expect, it } from 'vitest';
import { espeakVoices } from '../index.ts';
import { canonicalCode, languageOf, regionOf, describeVoices } from './naming.ts';

const voice = (voice_name: string, ...language_codes: string[]) => ({
  voice_name,
  language_codes,
  gender: 'MALE' as const,
});

describe('a voice', () => {
  it('is named after its language, the country if there are several, and its label', () => {
    const names = describeVoices([
      voice('ru-RU-Standard-B', 'ru-RU'),
      voice('en-US-Wavenet-A', 'en-US'),
      voice('en-GB-Chirp3-HD-Puck', 'en-GB'),
      voice('ar-XA-Standard-A', 'ar-XA'),
      voice('cmn-CN-Standard-A', 'cmn-CN', 'zh-CN'),
      voice('nb-no-Standard-E', 'nb-NO'),
      voice('Achernar', 'de-DE'),
      voice('odd', '!!'),
    ]).map(({ suggested_name, language, languagefull, voice_type }) => [
      suggested_name,
      language,
      languagefull,
      voice_type,
    ]);
    expect(names).toEqual([
      ['Russian B (male)', 'ru', 'Russian (Russia)', 'standard'],
      ['English (United States) Wavenet A (male)', 'en', 'English (United States)', 'wavenet'],
      ['English (United Kingdom) Chirp3 HD Puck (male)', 'en', 'English (United Kingdom)', 'neural2'],
      ['Arabic A (male)', 'ar', 'Arabic', 'standard'],
      ['Chinese A (male)', 'zh', 'Chinese (China)', 'standard'],
      ['Norwegian Bokmål E (male)', 'nb', 'Norwegian Bokmål (Norway)', 'standard'],
      ['German Achernar (male)', 'de', 'German (Germany)', 'standard'],
      ['Unknown language odd (male)', 'und', 'Unknown language', 'standard'],
    ]);
  });

  it('of the included engine has a valid file name and a unique display name', () => {
    const voices = espeakVoices();
    for (const { voice_name } of voices) expect(voiceNameSchema.safeParse(voice_name).success, voice_name).toBe(true);
    expect(new Set(describeVoices(voices).map(({ suggested_name }) => suggested_name)).size).toBe(voices.length);
    expect(new Set(voices.map(({ gender }) => gender))).toEqual(new Set(['FEMALE', 'MALE']));
  });
});

it('unifies the codes of one language', () => {
  expect(['pt_br', 'PT-br', 'cmn-cn', 'iw', 'nonsense!'].map(canonicalCode)).toEqual([
    'pt-BR',
    'pt-BR',
    'zh-CN',
    'he',
    'und',
  ]);
  expect(['ru-RU', 'no', 'cmn', 'yue-HK', ''].map(languageOf)).toEqual(['ru', 'nb', 'zh', 'yue', 'und']);
  expect(['ru-RU', 'es-419', 'sr-Latn-RS', 'ru', 'ar-XA'].map(regionOf)).toEqual([
    'RU',
    '419',
    'RS',
    undefined,
    undefined,
  ]);
});

import type { Voice } from '@belfry/schemas/http/speech/voices';
import { expect, it } from 'vitest';
import { voiceLanguage } from './voice-list.tsx';

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

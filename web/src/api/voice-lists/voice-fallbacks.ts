import type { Language } from '@belfry/schemas/http/lookups';
import { fallbackLanguages } from '../../lib/lookups/fallbacks.ts';
import type { ListedVoice } from './voice-schemas.ts';

/** Replaces lists that cannot be read: two voices for each of five languages; see VOICE-8. */
const LOCALES = {
  de: { locale: 'de-DE', english: 'German' },
  en: { locale: 'en-US', english: 'English' },
  es: { locale: 'es-ES', english: 'Spanish' },
  fr: { locale: 'fr-FR', english: 'French' },
  ru: { locale: 'ru-RU', english: 'Russian' },
} as const;
const VOICES = [
  ['A', 'female'],
  ['B', 'male'],
] as const;
const isBuiltIn = (code: string): code is keyof typeof LOCALES => Object.hasOwn(LOCALES, code);

/** With their native names, by code: Deutsch, English, Español, Français, Русский. */
export const FALLBACK_VOICE_LANGUAGES: readonly Language[] = fallbackLanguages('en')
  .filter(({ code }) => isBuiltIn(code))
  .map(({ code, native, flag }) => ({ code, name: native, native, flag }))
  .toSorted((a, b) => a.code.localeCompare(b.code));

/** The voices that every installation has; none for other languages. `ru` or `ru-RU`. */
export function fallbackVoices(language: string): ListedVoice[] {
  const code = language.split(/[-_]/)[0]?.toLowerCase() ?? '';
  if (!isBuiltIn(code)) return [];
  const { locale, english } = LOCALES[code];
  return VOICES.map(([letter, gender]) => ({
    voice_name: `${locale}-Standard-${letter}`,
    name: `${english} ${letter} (${gender})`,
    gender,
    type: 'Standard',
    language: code,
    language_codes: [locale],
    has_sample: false,
  }));
}

import type { Voice } from '@belfry/schemas/http/voices';
import { formatLanguageOfCountry } from '../../lib/format.ts';

/** Language and country of a voice in the language of the console: `Russian (Russia)`. */
export const voiceLanguage = ({ language_codes, language }: Voice, locale: string): string =>
  formatLanguageOfCountry(language_codes[0] ?? language, locale);

import { regionOfCode } from '@belfry/schemas/domain/voices';
import type { Voice } from '@belfry/schemas/http/speech/voices';
import { formatLanguage, formatLanguageOfCountry } from '../../../../lib/format.ts';

/** Language and country of a voice in the language of the console: `Russian (Russia)`. */
export function voiceLanguage({ language_codes: [code], language }: Voice, locale: string): string {
  return code === undefined || regionOfCode(code) === undefined
    ? formatLanguage(language, locale)
    : formatLanguageOfCountry(code, locale);
}

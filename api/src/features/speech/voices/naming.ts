import { voiceKind } from '@belfry/schemas/domain/voices';
import type { Voice } from '@belfry/schemas/http/speech/voices';
import type { ProviderVoice } from '../index.ts';
import { languageOf, regionOf, UNKNOWN_LANGUAGE } from './language-codes.ts';

/** The description of a voice in the catalogue. */
export type Described = Pick<Voice, 'voice_name' | 'language' | 'languagefull' | 'language_codes' | 'gender'> & {
  voice_type: Voice['voice_type'];
  /** The display name until it is renamed; not unique. */
  suggested_name: string;
};

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });
const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** Describes a provider's voices. A name contains the country only if the language has voices of several countries. */
export function describeVoices(voices: readonly ProviderVoice[]): Described[] {
  const regions = new Map<string, Set<string>>();
  for (const { language_codes } of voices) {
    const language = languageOf(firstOf(language_codes));
    regions.set(language, (regions.get(language) ?? new Set()).add(regionOf(firstOf(language_codes)) ?? ''));
  }
  return voices.map(({ voice_name, language_codes, gender }) => {
    const code = firstOf(language_codes);
    const language = languageOf(code);
    const withRegion = (regions.get(language)?.size ?? 0) > 1;
    return {
      voice_name,
      language,
      languagefull: nameOf(code, true),
      language_codes,
      gender,
      voice_type: voiceKind(voice_name).toLowerCase() as Voice['voice_type'],
      suggested_name: `${nameOf(code, withRegion)} ${labelOf(voice_name)} (${gender.toLowerCase()})`,
    };
  });
}

const firstOf = ([code = 'und']: readonly string[]): string => code;

/** Russian, or Russian (Russia). */
function nameOf(code: string, withRegion: boolean): string {
  const language = languageOf(code);
  const name = (language === UNKNOWN_LANGUAGE ? undefined : languageNames.of(language)) ?? 'Unknown language';
  const region = withRegion ? regionOf(code) : undefined;
  return region === undefined ? name : `${name} (${regionNames.of(region)})`;
}

/** The name without locale and without the kind Standard: `ru-RU-Wavenet-A` is Wavenet A. */
function labelOf(voiceName: string): string {
  const parts = voiceName.split('-').filter((part, index) => !(index < 2 && /^([a-z]{2,3}|[A-Z]{2})$/.test(part)));
  const label = parts.filter((part) => part !== 'Standard').map((part) => part.replaceAll('_', ' '));
  return label.join(' ') || voiceName;
}

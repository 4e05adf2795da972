import { voiceKind, regionOfCode } from '@belfry/schemas/domain/voices';
import type { Voice } from '@belfry/schemas/http/speech/voices';
import type { ProviderVoice } from '../index.ts';

export type Described = Pick<Voice, 'voice_name' | 'language' | 'languagefull' | 'language_codes' | 'gender'> & {
  voice_type: Voice['voice_type'];
  /** The display name until it is renamed; not unique. */
  suggested_name: string;
};

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });
const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** A name contains the country only if the language has voices of several countries. */
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

/** Codes of one language that Intl does not unify. */
const ALIASES: Record<string, string> = { no: 'nb' };

/** The ISO code for an undetermined language. */
const UNKNOWN_LANGUAGE = 'und';

/** The canonical form of a code: `cmn_cn` is zh-CN. An invalid code is und. */
export function canonicalCode(code: string): string {
  try {
    return Intl.getCanonicalLocales(code.replaceAll('_', '-'))[0] ?? UNKNOWN_LANGUAGE;
  } catch {
    return UNKNOWN_LANGUAGE;
  }
}

export function languageOf(code: string): string {
  const [language = UNKNOWN_LANGUAGE] = canonicalCode(code).split('-');
  return ALIASES[language] ?? language;
}

export const regionOf = (code: string): string | undefined => regionOfCode(canonicalCode(code));

import type { ProviderVoice } from './provider.ts';

/**
 * The languages that eSpeak NG supports: locale → its voice. The locales are spelled as Google's, so that the choice of a
 * voice stays valid after a change of the provider.
 */
const ESPEAK_LOCALES = {
  'af-ZA': 'gmw/af',
  'am-ET': 'sem/am',
  'an-ES': 'roa/an',
  'ar-XA': 'sem/ar',
  'as-IN': 'inc/as',
  'az-AZ': 'trk/az',
  'ba-RU': 'trk/ba',
  'be-BY': 'zle/be',
  'bg-BG': 'zls/bg',
  'bn-BD': 'inc/bn',
  'bs-BA': 'zls/bs',
  'ca-ES': 'roa/ca',
  'cmn-CN': 'sit/cmn',
  'cs-CZ': 'zlw/cs',
  'cv-RU': 'trk/cv',
  'cy-GB': 'cel/cy',
  'da-DK': 'gmq/da',
  'de-DE': 'gmw/de',
  'el-GR': 'grk/el',
  'en-GB': 'gmw/en',
  'en-US': 'gmw/en-US',
  'es-ES': 'roa/es',
  'es-US': 'roa/es-419',
  'et-EE': 'urj/et',
  'eu-ES': 'eu',
  'fa-IR': 'ira/fa',
  'fi-FI': 'urj/fi',
  'fo-FO': 'gmq/fo',
  'fr-BE': 'roa/fr-BE',
  'fr-CH': 'roa/fr-CH',
  'fr-FR': 'roa/fr',
  'ga-IE': 'cel/ga',
  'gd-GB': 'cel/gd',
  'gn-PY': 'sai/gn',
  'gu-IN': 'inc/gu',
  'he-IL': 'sem/he',
  'hi-IN': 'inc/hi',
  'hr-HR': 'zls/hr',
  'ht-HT': 'roa/ht',
  'hu-HU': 'urj/hu',
  'hy-AM': 'ine/hy',
  'id-ID': 'poz/id',
  'is-IS': 'gmq/is',
  'it-IT': 'roa/it',
  'ja-JP': 'jpx/ja',
  'ka-GE': 'ccs/ka',
  'kk-KZ': 'trk/kk',
  'kl-GL': 'esx/kl',
  'kn-IN': 'dra/kn',
  'ko-KR': 'ko',
  'ku-TR': 'ira/ku',
  'ky-KG': 'trk/ky',
  'lb-LU': 'gmw/lb',
  'lt-LT': 'bat/lt',
  'lv-LV': 'bat/lv',
  'mi-NZ': 'poz/mi',
  'mk-MK': 'zls/mk',
  'ml-IN': 'dra/ml',
  'mr-IN': 'inc/mr',
  'ms-MY': 'poz/ms',
  'mt-MT': 'sem/mt',
  'my-MM': 'sit/my',
  'nb-NO': 'gmq/nb',
  'ne-NP': 'inc/ne',
  'nl-NL': 'gmw/nl',
  'om-ET': 'cus/om',
  'or-IN': 'inc/or',
  'pa-IN': 'inc/pa',
  'pl-PL': 'zlw/pl',
  'pt-BR': 'roa/pt-BR',
  'pt-PT': 'roa/pt',
  'qu-PE': 'qu',
  'ro-RO': 'roa/ro',
  'ru-RU': 'zle/ru',
  'sd-PK': 'inc/sd',
  'si-LK': 'inc/si',
  'sk-SK': 'zlw/sk',
  'sl-SI': 'zls/sl',
  'sq-AL': 'ine/sq',
  'sr-RS': 'zls/sr',
  'sv-SE': 'gmq/sv',
  'sw-KE': 'bnt/sw',
  'ta-IN': 'dra/ta',
  'te-IN': 'dra/te',
  'th-TH': 'tai/th',
  'ti-ER': 'sem/ti',
  'tk-TM': 'trk/tk',
  'tn-ZA': 'bnt/tn',
  'tr-TR': 'trk/tr',
  'tt-RU': 'trk/tt',
  'ug-CN': 'trk/ug',
  'uk-UA': 'zle/uk',
  'ur-PK': 'inc/ur',
  'uz-UZ': 'trk/uz',
  'vi-VN': 'aav/vi',
  'yue-HK': 'sit/yue',
} as const satisfies Record<string, string>;

/** The letter of a voice → the variant of eSpeak NG: A and C are female, B and D male, as with Google. */
const VARIANTS = {
  A: { variant: 'f2', gender: 'FEMALE' },
  B: { variant: 'm3', gender: 'MALE' },
  C: { variant: 'f4', gender: 'FEMALE' },
  D: { variant: 'm7', gender: 'MALE' },
} as const;

type EspeakVoice = ProviderVoice & {
  /** The identifier of eSpeak NG: `zle/ru+f2`. */
  identifier: string;
};

const VOICES: ReadonlyMap<string, EspeakVoice> = new Map(
  Object.entries(ESPEAK_LOCALES).flatMap(([locale, identifier]) =>
    Object.entries(VARIANTS).map(([letter, { variant, gender }]) => {
      const voice_name = `${locale}-Standard-${letter}`;
      return [voice_name, { voice_name, language_codes: [locale], gender, identifier: `${identifier}+${variant}` }];
    }),
  ),
);

/** Does not require a running engine. */
export const espeakVoices = (): ProviderVoice[] =>
  [...VOICES.values()].map(({ voice_name, language_codes, gender }) => ({ voice_name, language_codes, gender }));

/** Undefined for a voice of another provider. */
export const espeakIdentifier = (voiceName: string): string | undefined => VOICES.get(voiceName)?.identifier;

/** The identifier for the phonemes of a locale, without a gender: `bat/lv`; undefined for a language that eSpeak NG does not have. */
export function phonemeVoiceOf(locale: string): string | undefined {
  const locales: Readonly<Record<string, string>> = { ...ESPEAK_LOCALES, 'es-MX': 'roa/es-419' };
  const other = Object.keys(locales).find((code) => code.startsWith(`${locale.split('-')[0]}-`));
  return locales[locale] ?? locales[other ?? ''];
}

/** The voice of the same language, country and gender as far as there is one; undefined for a language that eSpeak NG does not have. */
export function espeakFallback({
  language_codes: [code = ''],
  gender,
}: Pick<ProviderVoice, 'language_codes' | 'gender'>): ProviderVoice | undefined {
  const language = `${code.split('-')[0]}-`;
  const preferred = gender === 'MALE' ? 'MALE' : 'FEMALE';
  const ofLanguage = espeakVoices().filter(
    (voice) => voice.gender === preferred && voice.language_codes[0]?.startsWith(language),
  );
  return ofLanguage.find(({ language_codes }) => language_codes[0] === code) ?? ofLanguage[0];
}

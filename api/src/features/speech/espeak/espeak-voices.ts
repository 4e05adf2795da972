import type { ProviderVoice } from '../provider.ts';
import { ESPEAK_LOCALES } from './locales.ts';

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

/** Every voice of the included engine; the list does not require a running engine. */
export const espeakVoices = (): ProviderVoice[] =>
  [...VOICES.values()].map(({ voice_name, language_codes, gender }) => ({ voice_name, language_codes, gender }));

/** The identifier of a voice in eSpeak NG; undefined for a voice of another provider. */
export const espeakIdentifier = (voiceName: string): string | undefined => VOICES.get(voiceName)?.identifier;

import type { ProviderVoice } from '../provider.ts';
import { ESPEAK_LOCALES } from './locales.ts';

/** The letter of a voice → who that is with eSpeak NG: A and C are women, B and D men, as with Google. */
const VARIANTS = {
  A: { variant: 'f2', gender: 'FEMALE' },
  B: { variant: 'm3', gender: 'MALE' },
  C: { variant: 'f4', gender: 'FEMALE' },
  D: { variant: 'm7', gender: 'MALE' },
} as const;

type EspeakVoice = ProviderVoice & {
  /** What eSpeak NG calls it: `zle/ru+f2`. */
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

/** Every voice of the embedded engine; the list is ours, the engine need not run for it. */
export const espeakVoices = (): ProviderVoice[] =>
  [...VOICES.values()].map(({ voice_name, language_codes, gender }) => ({ voice_name, language_codes, gender }));

/** What eSpeak NG calls a voice; undefined where it is not one of its own. */
export const espeakIdentifier = (voiceName: string): string | undefined => VOICES.get(voiceName)?.identifier;

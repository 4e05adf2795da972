import type { Language } from '@belfry/schemas/http/lookups';
import type { ListedVoice, VoiceGender } from '../voice-lists-api.ts';

/** How long toasts of this screen are shown; see VOICE-26. */
export const FAVORITES_TOAST_MS = 10_000;

const baseOf = (code: string): string => code.toLowerCase().split(/[-_]/)[0] ?? '';

/** The list's own code of a language that may be written with its country: `ru` for `ru-RU`, and the other way round. */
export const listedCode = (languages: readonly Language[], code: string | undefined): string | undefined =>
  code === undefined || code === ''
    ? undefined
    : (languages.find((each) => each.code === code) ?? languages.find((each) => baseOf(each.code) === baseOf(code)))
        ?.code;

type Wishes = {
  /** The language of the last visit. */
  saved: string | undefined;
  /** The language of the profile. */
  own: string | undefined;
};

/** The saved choice, else the person's language, else English, else the first of the list; see VOICE-25. */
export const defaultLanguage = (languages: readonly Language[], { saved, own }: Wishes): string | undefined =>
  listedCode(languages, saved) ?? listedCode(languages, own) ?? listedCode(languages, 'en') ?? languages[0]?.code;

export const GENDER_CHOICES = ['male', 'female', 'all'] as const;
export type GenderChoice = (typeof GENDER_CHOICES)[number];

/** Only genders that the language has are offered, and All. */
export const offeredGenders = (voices: readonly { gender: VoiceGender }[]): GenderChoice[] =>
  GENDER_CHOICES.filter((choice) => choice === 'all' || voices.some(({ gender }) => gender === choice));

export const voicesOf = (voices: readonly ListedVoice[], choice: GenderChoice): ListedVoice[] =>
  voices.filter(({ gender }) => choice === 'all' || gender === choice);

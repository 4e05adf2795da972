import { z } from 'zod';
import type { Language } from '@belfry/schemas/http/lookups';
import { voiceNameSchema } from '@belfry/schemas/http/speech/voices';
import { useAddress } from '../../../lib/address.ts';
import { readLocal, writeLocal, LOCAL_KEYS } from '../../../lib/storage.ts';
import { useGetProfileQuery } from '../../../lib/session/auth-api.ts';
import { useVoiceLanguages, useVoices, type ListedVoice, type VoiceGender } from '../voice-lists-api.ts';

/** The chosen language, gender and voice with their choices. The address has them; the language is also stored. */
export function useVoiceChoice() {
  const [params, setParams] = useAddress();
  const address = readFavoritesAddress(params);
  const languages = useVoiceLanguages();
  const { data: profile, isLoading: profileLoading } = useGetProfileQuery();
  const saved = readLocal(LOCAL_KEYS.voiceLanguage, z.string());
  const code = address.lang ?? saved;
  // The choice waits for the profile only where nothing else decides.
  const decided = !languages.isLoading && (listedCode(languages.list, code) !== undefined || !profileLoading);
  const language = decided
    ? (listedCode(languages.list, address.lang) ?? defaultLanguage(languages.list, { saved, own: profile?.lang }))
    : undefined;
  const voices = useVoices(language);
  const genders = offeredGenders(voices.list);
  const gender: GenderChoice = genders.includes(address.gender) ? address.gender : 'all';
  const offered = voicesOf(voices.list, gender);
  const change = (next: Parameters<typeof changeFavoritesAddress>[1]): void =>
    setParams((now) => changeFavoritesAddress(now, next), { preventScrollReset: true });
  return {
    languages,
    language,
    voices,
    genders,
    gender,
    offered,
    voice: offered.find(({ voice_name }) => voice_name === address.voice),
    pickLanguage: (code: string): void => {
      writeLocal(LOCAL_KEYS.voiceLanguage, code);
      change({ lang: code });
    },
    pickGender: (choice: GenderChoice): void => change({ gender: choice }),
    pickVoice: (voice: string): void => change({ voice }),
  };
}

/** How long toasts of this screen are shown; see VOICE-26. */
export const FAVORITES_TOAST_MS = 10_000;
const baseOf = (code: string): string => code.toLowerCase().split(/[-_]/)[0] ?? '';

/** The list's own code of a language that may be written with its country: `ru` for `ru-RU`, and the other way round. */
const listedCode = (languages: readonly Language[], code: string | undefined): string | undefined =>
  code === undefined || code === ''
    ? undefined
    : (languages.find((each) => each.code === code) ?? languages.find((each) => baseOf(each.code) === baseOf(code)))
        ?.code;

type Wishes = {
  saved: string | undefined;
  own: string | undefined;
};

/** The saved choice, else the person's language, else English, else the first of the list; see VOICE-25. */
export const defaultLanguage = (languages: readonly Language[], { saved, own }: Wishes): string | undefined =>
  listedCode(languages, saved) ?? listedCode(languages, own) ?? listedCode(languages, 'en') ?? languages[0]?.code;

const GENDER_CHOICES = ['male', 'female', 'all'] as const;
export type GenderChoice = (typeof GENDER_CHOICES)[number];

/** Only genders that the language has are offered, and All. */
export const offeredGenders = (voices: readonly { gender: VoiceGender }[]): GenderChoice[] =>
  GENDER_CHOICES.filter((choice) => choice === 'all' || voices.some(({ gender }) => gender === choice));

export const voicesOf = (voices: readonly ListedVoice[], choice: GenderChoice): ListedVoice[] =>
  voices.filter(({ gender }) => choice === 'all' || gender === choice);

/** The choice in the address; absent fields are undecided, and each invalid field falls back alone. */
const addressSchema = z.object({
  lang: z.string().min(2).max(12).optional().catch(undefined),
  gender: z.enum(GENDER_CHOICES).catch('all'),
  voice: voiceNameSchema.optional().catch(undefined),
});
type FavoritesAddress = z.infer<typeof addressSchema>;

export const readFavoritesAddress = (address: URLSearchParams): FavoritesAddress =>
  addressSchema.parse(Object.fromEntries(address));

/** Another language clears gender and voice; another gender keeps the language. Other parameters stay. */
export function changeFavoritesAddress(address: URLSearchParams, change: Partial<FavoritesAddress>): URLSearchParams {
  const next = new URLSearchParams(address);
  const kept = change.lang === undefined ? readFavoritesAddress(address) : { gender: 'all' as const };
  for (const [key, value] of Object.entries({ lang: undefined, voice: undefined, ...kept, ...change })) {
    if (value === undefined || (key === 'gender' && value === 'all')) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

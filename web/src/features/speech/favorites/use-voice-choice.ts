import { z } from 'zod';
import { useAddress } from '../../../lib/address.ts';
import { readLocal, writeLocal, LOCAL_KEYS } from '../../../lib/storage.ts';
import { useGetProfileQuery } from '../../../lib/session/auth-api.ts';
import { useVoiceLanguages, useVoices } from '../voice-lists-api.ts';
import { changeFavoritesAddress, readFavoritesAddress } from './favorites-address.ts';
import { defaultLanguage, listedCode, offeredGenders, voicesOf, type GenderChoice } from './voice-choice.ts';

/** The chosen language, gender and voice with their choices. The address has them; the language is also stored. */
export function useVoiceChoice() {
  const [params, setParams] = useAddress();
  const address = readFavoritesAddress(params);
  const languages = useVoiceLanguages();
  const { data: profile, isLoading: profileLoading } = useGetProfileQuery();
  const saved = readLocal(LOCAL_KEYS.voiceLanguage, z.string());
  const known = address.lang ?? saved;
  // The choice waits for the profile only where nothing else decides.
  const decided = !languages.isLoading && (listedCode(languages.list, known) !== undefined || !profileLoading);
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

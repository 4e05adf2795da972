import { z } from 'zod';
import { addressFilters } from '../../lib/address-filters.ts';
import { readLocal, writeLocal } from '../../lib/local-store.ts';
import { LOCAL_KEYS } from '../../lib/storage-keys.ts';
import { useStoredFilters, type FilterStore } from '../../lib/use-stored-filters.ts';

export const ALL_LANGUAGES = 'all';

/** ISO 639. */
const languageSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{2,3}$/);
const filtersSchema = z.object({
  q: z.string().trim().max(200).catch(''),
  language: languageSchema.catch(ALL_LANGUAGES),
});
export type VoiceFilters = z.infer<typeof filtersSchema>;

export const voiceAddress = addressFilters(filtersSchema);

/** Only the language is stored; see VOICE-11. */
const store: FilterStore<VoiceFilters> = {
  read: () => {
    const language = readLocal(LOCAL_KEYS.voiceLanguageFilter, languageSchema);
    return language === undefined || language === ALL_LANGUAGES ? undefined : { ...voiceAddress.defaults, language };
  },
  write: ({ language }) => writeLocal(LOCAL_KEYS.voiceLanguageFilter, language),
};

export const useVoiceFilters = () => useStoredFilters(voiceAddress, store, 'q');

/** Whether a filter is set. */
export const isNarrowed = ({ q, language }: VoiceFilters): boolean => q !== '' || language !== ALL_LANGUAGES;

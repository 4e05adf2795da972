import {
  BLOCK_FILTER,
  SAMPLE_FILTER,
  VOICE_GENDERS,
  VOICE_SORTS,
  VOICE_TYPES,
} from '@belfry/schemas/http/speech/voices';
import { z } from 'zod';
import { addressFilters, useListAddress } from '../../../../lib/list-address.ts';
import { LOCAL_KEYS } from '../../../../lib/storage.ts';

export const ALL_LANGUAGES = 'all';
export const TYPE_FILTER = ['all', ...VOICE_TYPES] as const;
export const GENDER_FILTER = ['all', ...VOICE_GENDERS] as const;

/** ISO 639. */
const languageSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{2,3}$/);
const filtersSchema = z.object({
  q: z.string().trim().max(200).catch(''),
  language: languageSchema.catch(ALL_LANGUAGES),
  sample: z.enum(SAMPLE_FILTER).catch('all'),
  blocked: z.enum(BLOCK_FILTER).catch('all'),
  voice_type: z.enum(TYPE_FILTER).catch('all'),
  gender: z.enum(GENDER_FILTER).catch('all'),
  sort: z.enum(VOICE_SORTS).catch('language'),
});
export type VoiceFilters = z.infer<typeof filtersSchema>;

export const voiceAddress = addressFilters(filtersSchema);

/** Only the language is remembered; see VOICE-11. */
const LANGUAGE: readonly 'language'[] = ['language'];
const REMEMBERED = { typed: 'q', remember: LOCAL_KEYS.voiceLanguageFilter, only: LANGUAGE } as const;

export const useVoiceFilters = () => useListAddress(voiceAddress, REMEMBERED);

/** How many filters are set, without the search. */
export const countFilters = ({ language, sample, blocked, voice_type, gender }: VoiceFilters): number =>
  [language, sample, blocked, voice_type, gender].filter((filter) => filter !== 'all').length;

/** Whether a filter is set; the order is none. */
export const isFiltered = (filters: VoiceFilters): boolean => filters.q !== '' || countFilters(filters) > 0;

/** What was selected remains so while this is the same: on other pages and in another order. */
export const selectionScope = ({ sort: _order, ...filters }: VoiceFilters): string => JSON.stringify(filters);

import { compareVoicesByGender, compareVoices, voiceKind, type VoiceKind } from '@belfry/schemas/domain/voices';
import type { Language } from '@belfry/schemas/http/lookups';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useLocale } from '../../lib/i18n.ts';
import { useGetVoiceLanguagesQuery } from '../lookups/lookups-api.ts';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { UNREADABLE_ANSWER } from '../../lib/api/api-error.ts';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom } from '../../lib/api/call.ts';
import { rememberSession } from '../../lib/session/session-store.ts';
import { LOOKUP_KEYS, VOICE_CACHE_PREFIX } from '../../lib/storage.ts';
import { z } from 'zod';
import { fallbackLanguages, flagOf } from '../../lib/lookup-fallbacks.ts';

/** `isBuiltIn`: the list could not be read and was replaced by the built-in one. */
export type VoiceList<T> = { list: readonly T[]; isLoading: boolean; isBuiltIn: boolean; retry: () => void };

export function useVoiceLanguages(): VoiceList<Language> {
  const { data, isError, isFetching, refetch } = useGetVoiceLanguagesQuery(useLocale());
  return {
    list: data ?? (isError ? FALLBACK_VOICE_LANGUAGES : []),
    isLoading: data === undefined && isFetching,
    isBuiltIn: data === undefined && isError,
    retry: () => void refetch(),
  };
}

/** The voices of a language, in the order in which people choose: female, male, others, then name. */
export function useVoices(language: string | undefined): VoiceList<ListedVoice> {
  const { currentData, isError, isFetching, refetch } = useGetVoicesQuery(language ?? skipToken);
  const voices = currentData ?? (isError && !isFetching ? fallbackVoices(language ?? '') : []);
  return {
    list: withDistinctNames(voices).toSorted(compareVoicesByGender),
    isLoading: currentData === undefined && (isFetching || language === undefined),
    isBuiltIn: currentData === undefined && isError && !isFetching,
    retry: () => void refetch(),
  };
}

/** Refetches the voices of the user's own language, so that they are loaded before a voice is chosen. */
export function useRenewedVoices(language: string | undefined): void {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  useEffect(() => {
    if (language === undefined) return;
    void dispatch(voiceListsApi.endpoints.getVoices.initiate(language, { forceRefetch: true, subscribe: false }));
  }, [dispatch, language]);
}

export const voiceListsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * By kind, gender and name. Requested once per session and language; a refetch, and the
     * account area with each load, removes the stored list first; see VOICE-9.
     */
    getVoices: build.query<ListedVoice[], string>({
      queryFn: async (language, { forced }, _options, ask) => {
        if (forced === true) clearCachedVoices(language);
        const cached = readCachedVoices(language);
        if (cached !== undefined) return { data: cached };
        const isSameSession = rememberSession();
        const answer = await ask(call(voicesHttp.listOfLanguage).query({ code: language }));
        if (answer.error) return { error: answer.error };
        const { data } = voiceListSchema.safeParse(answer.data);
        if (data === undefined) return { error: UNREADABLE_ANSWER };
        const voices = data.toSorted(compareVoices);
        if (isSameSession()) writeCachedVoices(language, voices);
        return { data: voices };
      },
      providesTags: ['Voice', 'Live'],
    }),
    getVoiceName: build.query({
      ...callFrom(voicesHttp.read, (voice: string) => ({ voice_name: voice })),
      transformResponse: ({ display_name }: { display_name: string }) => display_name,
      providesTags: ['Voice'],
    }),
  }),
});

export const { useGetVoicesQuery, useGetVoiceNameQuery } = voiceListsApi;

const nameOf = (language: string): string => `${VOICE_CACHE_PREFIX}${language}`;

/** The voices of a language that were read earlier in this session; undefined where there are none, or they cannot be parsed. */
function readCachedVoices(language: string): ListedVoice[] | undefined {
  try {
    const text = sessionStorage.getItem(nameOf(language));
    return text === null ? undefined : voiceListSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Keeps one list per language for the session; see VOICE-9. Where the storage is full the list is read again. */
function writeCachedVoices(language: string, voices: readonly ListedVoice[]): void {
  try {
    sessionStorage.setItem(nameOf(language), JSON.stringify(voices));
  } catch {
    // Without the cache the voices are read from the server again.
  }
}

const clearCachedVoices = (language: string): void => sessionStorage.removeItem(nameOf(language));

export function clearAllCachedVoices(): void {
  sessionStorage.removeItem(LOOKUP_KEYS.voiceLanguages);
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(VOICE_CACHE_PREFIX)) sessionStorage.removeItem(name);
  }
}

const VOICE_GENDERS = ['female', 'male', 'neutral', 'other'] as const;
export type VoiceGender = (typeof VOICE_GENDERS)[number];

/** A voice to choose, as every list of the console has it; the order of lists needs `type`, `gender` and `name`. */
export type ListedVoice = {
  voice_name: string;
  name: string;
  gender: VoiceGender;
  type: VoiceKind;
  language: string;
  /** BCP 47, the first one decides. */
  language_codes: string[];
  has_sample: boolean;
  /** Times, money and the like are not written out for this voice. */
  reads_figures?: true;
};

const text = z.string().min(1).optional().catch(undefined);
const codes = z.array(z.string()).catch([]);
const PRESENT: ReadonlySet<unknown> = new Set([true, 'true', 1, '1']);
/** Whether a voice has a sample; all four values are in use; see VOICE-6. */
export const presentSchema = z
  .unknown()
  .optional()
  .transform((value) => PRESENT.has(value));
const gender = z.string().toLowerCase().pipe(z.enum(VOICE_GENDERS)).catch('other');

const voiceSchema = z
  .object({
    code: text,
    voice_name: text,
    name: text,
    display_name: text,
    gender,
    type: text,
    voice_type: text,
    language: text,
    language_codes: codes,
    has_sample: presentSchema,
    reads_figures: presentSchema,
  })
  .transform((voice): ListedVoice => {
    const voice_name = voice.voice_name ?? voice.code ?? '';
    return {
      voice_name,
      name: voice.display_name ?? voice.name ?? voice_name,
      gender: voice.gender,
      type: voiceKind(voice.type ?? voice.voice_type ?? ''),
      language: voice.language ?? '',
      language_codes: voice.language_codes,
      has_sample: voice.has_sample,
      ...(voice.reads_figures && { reads_figures: true }),
    };
  })
  .refine(({ voice_name }) => voice_name !== '');

/** Voices of a language as the server lists them, under either name of each field, and as session storage has them. */
export const voiceListSchema: z.ZodType<ListedVoice[]> = z.array(voiceSchema);

/** Replaces lists that cannot be read: two voices for each of five languages; see VOICE-8. */
const LOCALES = {
  de: { locale: 'de-DE', english: 'German' },
  en: { locale: 'en-US', english: 'English' },
  es: { locale: 'es-ES', english: 'Spanish' },
  fr: { locale: 'fr-FR', english: 'French' },
  ru: { locale: 'ru-RU', english: 'Russian' },
} as const;
const VOICES = [
  ['A', 'female'],
  ['B', 'male'],
] as const;
const isBuiltIn = (code: string): code is keyof typeof LOCALES => Object.hasOwn(LOCALES, code);

/** With their native names, by code: Deutsch, English, Español, Français, Русский. */
export const FALLBACK_VOICE_LANGUAGES: readonly Language[] = fallbackLanguages('en')
  .filter(({ code }) => isBuiltIn(code))
  .map(({ code, native, flag }) => ({ code, name: native, native, flag }))
  .toSorted((a, b) => a.code.localeCompare(b.code));

/** The voices that every installation has; none for other languages. `ru` or `ru-RU`. */
export function fallbackVoices(language: string): ListedVoice[] {
  const code = language.split(/[-_]/)[0]?.toLowerCase() ?? '';
  if (!isBuiltIn(code)) return [];
  const { locale, english } = LOCALES[code];
  return VOICES.map(([letter, gender]) => ({
    voice_name: `${locale}-Standard-${letter}`,
    name: `${english} ${letter} (${gender})`,
    gender,
    type: 'Standard',
    language: code,
    language_codes: [locale],
    has_sample: false,
  }));
}

/** The flag of the country in a voice's language codes, as an emoji; empty where they name none. */
export function voiceFlag(languageCodes: readonly string[]): string {
  try {
    const { region } = new Intl.Locale(languageCodes[0] ?? '');
    return region !== undefined && /^[A-Z]{2}$/.test(region) ? flagOf(region) : '';
  } catch {
    return '';
  }
}

/** Voices of which no two look alike: those that share a name with another carry what tells them apart. */
export function withDistinctNames(voices: readonly ListedVoice[]): ListedVoice[] {
  const sharing = Map.groupBy(voices, ({ name }) => name.toLowerCase());
  return voices.map((voice) => {
    const alike = sharing.get(voice.name.toLowerCase()) ?? [];
    return alike.length < 2 ? voice : { ...voice, name: `${voice.name} (${voice.voice_name})` };
  });
}

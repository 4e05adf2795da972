import { compareVoicesByGender } from '@belfry/schemas/domain/voices';
import type { Language } from '@belfry/schemas/http/lookups';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useLocale } from '../../lib/i18n.ts';
import { useGetVoiceLanguagesQuery } from '../lookups/lookups-api.ts';
import { withDistinctNames } from './distinct-names.ts';
import { fallbackVoices, FALLBACK_VOICE_LANGUAGES } from './voice-fallbacks.ts';
import { useGetVoicesQuery, voiceListsApi } from './voice-lists-api.ts';
import type { ListedVoice } from './voice-schemas.ts';

/** `isBuiltIn`: the list could not be read and was replaced by the built-in one. */
export type VoiceList<T> = { list: readonly T[]; isLoading: boolean; isBuiltIn: boolean; retry: () => void };

/** The languages that have voices. */
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

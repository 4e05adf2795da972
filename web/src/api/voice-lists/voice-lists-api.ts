import { compareVoices } from '@belfry/schemas/domain/voices';
import { voiceFactsSchema } from '@belfry/schemas/http/voices';
import type { ApiError } from '../base/api-error.ts';
import { baseApi } from '../base/base-api.ts';
import { rememberSession } from '../../lib/session/session-store.ts';
import { forgetCachedVoices, readCachedVoices, writeCachedVoices } from './voice-cache.ts';
import { voiceListSchema, type ListedVoice } from './voice-shapes.ts';

const factsSchema = voiceFactsSchema.pick({ display_name: true }).strip();
const UNREADABLE: ApiError = { status: 200, message: '', code: 'unreadable', details: [] };

export const voiceListsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * GET /voices/language/{lang}: by kind, gender and name. Requested once per session and language; a refetch, and the
     * account area with each load, removes the stored list first; see VOICE-9.
     */
    getVoices: build.query<ListedVoice[], string>({
      queryFn: async (language, { forced }, _options, ask) => {
        if (forced === true) forgetCachedVoices(language);
        const cached = readCachedVoices(language);
        if (cached !== undefined) return { data: cached };
        const isSameSession = rememberSession();
        const answer = await ask(`voices/language/${encodeURIComponent(language)}`);
        if (answer.error) return { error: answer.error };
        const { data } = voiceListSchema.safeParse(answer.data);
        if (data === undefined) return { error: UNREADABLE };
        const voices = data.toSorted(compareVoices);
        if (isSameSession()) writeCachedVoices(language, voices);
        return { data: voices };
      },
      providesTags: ['Voice', 'Live'],
    }),
    /** GET /voices/voice/{voice_name}: the name of a voice that is in no list. */
    getVoiceName: build.query<string, string>({
      query: (voice) => `voices/voice/${encodeURIComponent(voice)}`,
      transformResponse: (answer) => factsSchema.parse(answer).display_name,
      providesTags: ['Voice'],
    }),
  }),
});

export const { useGetVoicesQuery, useGetVoiceNameQuery } = voiceListsApi;

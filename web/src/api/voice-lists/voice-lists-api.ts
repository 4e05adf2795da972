import { compareVoices } from '@belfry/schemas/domain/voices';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { UNREADABLE_ANSWER } from '../base/unreadable-answer.ts';
import { baseApi } from '../base/base-api.ts';
import { call, callFrom } from '../base/call.ts';
import { rememberSession } from '../../lib/session/session-store.ts';
import { clearCachedVoices, readCachedVoices, writeCachedVoices } from './voice-cache.ts';
import { voiceListSchema, type ListedVoice } from './voice-schemas.ts';

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
    /** The name of a voice that is in no list. */
    getVoiceName: build.query({
      ...callFrom(voicesHttp.read, (voice: string) => ({ voice_name: voice })),
      transformResponse: ({ display_name }: { display_name: string }) => display_name,
      providesTags: ['Voice'],
    }),
  }),
});

export const { useGetVoicesQuery, useGetVoiceNameQuery } = voiceListsApi;

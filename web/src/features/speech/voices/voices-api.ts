import { sampleRunsHttp, type SampleRun } from '@belfry/schemas/http/speech/sample-runs';
import { voicesHttp, type Voice, type VoiceListQuery } from '@belfry/schemas/http/speech/voices';
import type { LookupLanguage } from '@belfry/schemas/http/lookups';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom, reading, pageOf } from '../../../lib/api/call.ts';
import { voiceListSchema } from './catalogue/voice-schemas.ts';

export type VoiceFilter = Partial<Omit<VoiceListQuery, 'page' | 'page_size'>>;
export type VoicePageQuery = VoiceFilter & { page: number; page_size: number };

/** Filters that are not set are left out. */
const parametersOf = (filter: VoiceFilter): VoiceFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '' && value !== 'all'));

/** The whole catalogue of voices, for admin and root. */
export const voicesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** One page. */
    getVoicePage: build.query({
      ...reading(
        callFrom(voicesHttp.list, ({ page, page_size, ...filter }: VoicePageQuery) => ({
          ...parametersOf(filter),
          page,
          page_size,
        })),
        voiceListSchema,
      ),
      transformResponse: pageOf<Voice>,
      providesTags: ['Live', 'Voice'],
    }),
    /** The present or the last bulk creation of samples. */
    getSampleRun: build.query({
      ...call(sampleRunsHttp.read),
      transformResponse: ({ run }: { run: SampleRun | null }) => run,
      providesTags: ['Live', 'Voice'],
    }),
    /** The languages with voices, also blocked ones, by name. */
    getCatalogueLanguages: build.query({
      ...callFrom(voicesHttp.languages, (lang: LookupLanguage) => ({ lang, with_blocked: 'true' as const })),
      providesTags: ['Voice'],
    }),
  }),
});

export const { useGetVoicePageQuery, useGetSampleRunQuery, useGetCatalogueLanguagesQuery } = voicesApi;

import { languageSchema, type Language, type LookupLanguage } from '@belfry/schemas/http/lookups';
import type { Voice, VoiceListQuery } from '@belfry/schemas/http/announcements/voices';
import { sampleRunAnswerSchema, type SampleRun } from '@belfry/schemas/http/announcements/sample-runs';
import { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';
import { pageOf } from '../../api/base/page-of.ts';
import type { Page } from '../../lib/paging/page.ts';
import { voiceListSchema } from './catalogue/voice-schemas.ts';

type SampleRunAnswer = z.infer<typeof sampleRunAnswerSchema>;
export type VoiceFilter = Partial<Omit<VoiceListQuery, 'page' | 'page_size'>>;
export type VoicePageQuery = VoiceFilter & { page: number; page_size: number };

const list = (params: object) => ({ url: 'voices/voices', params });

/** Filters that are not set are left out. */
const parametersOf = (filter: VoiceFilter): object =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '' && value !== 'all'));

/** The whole catalogue of voices, for admin and root. */
export const voicesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /voices/voices: one page. */
    getVoicePage: build.query<Page<Voice>, VoicePageQuery, Voice[]>({
      query: ({ page, page_size, ...filter }) => list({ ...parametersOf(filter), page, page_size }),
      rawResponseSchema: lenient(voiceListSchema),
      transformResponse: pageOf<Voice>,
      providesTags: ['Live', 'Voice'],
    }),
    /** GET /voices/sample-run: the present or the last bulk creation of samples. */
    getSampleRun: build.query<SampleRun | null, void, SampleRunAnswer>({
      query: () => 'voices/sample-run',
      rawResponseSchema: lenient(sampleRunAnswerSchema),
      transformResponse: ({ run }) => run,
      providesTags: ['Live', 'Voice'],
    }),
    /** GET /voices/languages: the languages with voices, also blocked ones, by name. */
    getCatalogueLanguages: build.query<Language[], LookupLanguage>({
      query: (lang) => ({ url: 'voices/languages', params: { lang, with_blocked: true } }),
      rawResponseSchema: lenient(z.array(languageSchema)),
      providesTags: ['Voice'],
    }),
  }),
});

export const { useGetVoicePageQuery, useGetSampleRunQuery, useGetCatalogueLanguagesQuery } = voicesApi;

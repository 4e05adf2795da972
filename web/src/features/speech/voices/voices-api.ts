import { voiceKind } from '@belfry/schemas/domain/voices';
import {
  voiceSchema,
  type Voice,
  voicesHttp,
  type VoiceListQuery,
  type blockVoiceBodySchema,
  type renameVoiceBodySchema,
  type sampleAnswerSchema,
} from '@belfry/schemas/http/speech/voices';
import { z } from 'zod';
import { sampleRunsHttp, type SampleRun, sampleRunAnswerSchema } from '@belfry/schemas/http/speech/sample-runs';
import type { TextLanguage } from '@belfry/schemas/domain/text-languages';
import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { presentSchema } from '../voice-lists-api.ts';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom, reading, unlessFailed, pageOf } from '../../../lib/api/call.ts';

/** By the keywords in it; a voice without a type is STANDARD; see VOICE-1. */
const voiceTypeSchema = z
  .string()
  .catch('')
  .transform((text) => voiceKind(text).toLowerCase())
  .pipe(voiceSchema.shape.voice_type);
const count = z.number().catch(0);

/** A voice as the console reads it: absent fields have defaults, unknown ones are ignored. */
export const catalogueVoiceSchema: z.ZodType<Voice> = voiceSchema.strip().extend({
  voice_type: voiceTypeSchema,
  gender: z.string().toUpperCase().pipe(voiceSchema.shape.gender).catch('NEUTRAL'),
  favorit: count,
  used: count,
  has_sample: presentSchema,
  sample_state: voiceSchema.shape.sample_state.catch('none'),
  sample_error: z.string().nullable().catch(null),
  provider: voiceSchema.shape.provider.catch('espeak'),
});
const voiceListSchema = z.array(catalogueVoiceSchema);
type VoiceFilter = Partial<Omit<VoiceListQuery, 'page' | 'page_size'>>;
type VoicePageQuery = VoiceFilter & { page: number; page_size: number };

/** Filters that are not set are left out. */
const parametersOf = (filter: VoiceFilter): VoiceFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '' && value !== 'all'));

export const voicesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
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
    getSampleRun: build.query({
      ...call(sampleRunsHttp.read),
      transformResponse: ({ run }: { run: SampleRun | null }) => run,
      providesTags: ['Live', 'Voice'],
    }),
    /** The languages with voices, also blocked ones, by name. */
    getCatalogueLanguages: build.query({
      ...callFrom(voicesHttp.languages, (lang: TextLanguage) => ({ lang, with_blocked: 'true' as const })),
      providesTags: ['Voice'],
    }),
  }),
});

export const { useGetVoicePageQuery, useGetSampleRunQuery, useGetCatalogueLanguagesQuery } = voicesApi;
type RootState = Parameters<typeof voicesApi.util.selectInvalidatedBy>[0];
const patchVoice =
  (voiceName: string, change: Partial<Voice>): ThunkAction<void, RootState, unknown, UnknownAction> =>
  (dispatch, getState) => {
    const pages = voicesApi.util
      .selectInvalidatedBy(getState(), ['Voice'])
      .filter(({ endpointName }) => endpointName === 'getVoicePage');
    for (const { originalArgs } of pages) {
      dispatch(
        voicesApi.util.updateQueryData('getVoicePage', originalArgs, ({ rows }) => {
          const voice = rows.find(({ voice_name }) => voice_name === voiceName);
          if (voice) Object.assign(voice, change);
        }),
      );
    }
  };

type Named = Pick<Voice, 'voice_name'>;
type BlockVoice = Named & z.input<typeof blockVoiceBodySchema>;
type RenameVoice = Named & z.input<typeof renameVoiceBodySchema>;
export type SampleAnswer = z.infer<typeof sampleAnswerSchema>;

/** The code of one voice may be a prefix of others; this page size includes all of them. */
const NAMESAKES = 50;
const runOf = ({ run }: z.infer<typeof sampleRunAnswerSchema>) => run;

export const voiceChangesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Updates the row optimistically, and reverts it on an error. */
    blockVoice: build.mutation({
      ...callFrom(voicesBulkHttp.block, ({ display_name, block }: BlockVoice) => ({ display_name, block })),
      onQueryStarted: async ({ voice_name, block }, { dispatch, queryFulfilled }) => {
        dispatch(patchVoice(voice_name, { block }));
        // The voice is reverted instead of the patch, because the list may have been refetched since.
        await queryFulfilled.catch(() => dispatch(patchVoice(voice_name, { block: !block })));
      },
    }),
    /** 409 where another voice has the name. */
    renameVoice: build.mutation({
      ...callFrom(voicesBulkHttp.rename, ({ old_display_name, new_display_name }: RenameVoice) => ({
        old_display_name,
        new_display_name,
      })),
      onQueryStarted: async ({ voice_name, new_display_name }, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(
          () => dispatch(patchVoice(voice_name, { display_name: new_display_name })),
          () => undefined,
        );
      },
      // The list is ordered by name.
      invalidatesTags: unlessFailed('Voice', 'Favorite'),
    }),
    /** Each voice is changed or refused by itself. */
    bulkVoices: build.mutation({
      ...call(voicesBulkHttp.changeMany),
      invalidatesTags: unlessFailed('Voice', 'Favorite'),
    }),
    /** Null where every matching voice has a sample. */
    startSampleRun: build.mutation({
      ...call(sampleRunsHttp.start),
      transformResponse: runOf,
      invalidatesTags: ['Voice'],
    }),
    changeSampleRun: build.mutation({
      ...reading(
        { query: (change: 'pause' | 'resume' | 'stop') => call(sampleRunsHttp[change]).query() },
        sampleRunAnswerSchema,
      ),
      transformResponse: runOf,
      invalidatesTags: ['Voice'],
    }),
    syncVoices: build.mutation({
      ...call(voicesBulkHttp.sync),
      invalidatesTags: unlessFailed('Voice', 'Favorite'),
    }),
    resetSamples: build.mutation({
      ...call(voiceSamplesHttp.reset),
      invalidatesTags: unlessFailed('Voice'),
    }),
    createSample: build.mutation({
      ...callFrom(voiceSamplesHttp.request, (name: string) => ({ voice_name: name })),
      invalidatesTags: unlessFailed('Voice'),
    }),
    deleteSample: build.mutation({
      ...callFrom(voiceSamplesHttp.remove, (name: string) => ({ voice_name: name })),
      invalidatesTags: unlessFailed('Voice'),
    }),
    /** One voice, which is patched into the cached pages; null where it no longer exists. */
    getVoice: build.query({
      ...reading(
        callFrom(voicesHttp.list, (q: string) => ({ q, page: 1, page_size: NAMESAKES })),
        voiceListSchema,
      ),
      transformResponse: (voices: Voice[], _meta: FetchBaseQueryMeta | undefined, name: string): Voice | null =>
        voices.find(({ voice_name }) => voice_name === name) ?? null,
      onQueryStarted: async (name, { dispatch, queryFulfilled }) => {
        const { data: voice } = await queryFulfilled.catch(() => ({ data: null }));
        if (voice) dispatch(patchVoice(name, voice));
      },
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useBlockVoiceMutation,
  useBulkVoicesMutation,
  useRenameVoiceMutation,
  useStartSampleRunMutation,
  useSyncVoicesMutation,
  useChangeSampleRunMutation,
  useResetSamplesMutation,
  useCreateSampleMutation,
  useDeleteSampleMutation,
} = voiceChangesApi;

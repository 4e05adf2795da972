import {
  announcementsHttp,
  type AnnouncementDelivery,
  type AnnouncementRunDetails,
} from '@belfry/schemas/http/announcements/announcements';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { proofOfPlayHttp } from '@belfry/schemas/http/announcements/proof-of-play';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { topics } from '@belfry/schemas/mqtt/topics';
import { z } from 'zod';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, callPage, reading, unlessFailed } from '../../lib/api/call.ts';
import { liveEndpoint } from '../../lib/mqtt/live-endpoint.ts';
import { applyReceipt, type RunDetails } from './apply-receipt.ts';

export type Say = { text?: string; message_id?: number; language?: string; voice?: string; targets: TargetsInput };
type PageQuery = { page: number; page_size: number };
type DetailsQuery = { runId: string } & PageQuery;
/** `user_id`: the owner whom an administrator names; `heard: 'false'`: only what was not heard. */
export type ProofRange = { from: string; to: string; company_id?: number; user_id?: number; heard?: 'false' };
export type Delivery = AnnouncementDelivery;

export const announcementsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Who would hear it. */
    previewSay: build.query({ ...call(sayHttp.preview), keepUnusedDataFor: 0 }),
    say: build.mutation({ ...call(sayHttp.say), invalidatesTags: unlessFailed('Announcement') }),
    /** One page, the newest first. */
    getAnnouncementRuns: build.query({
      ...callPage(announcementsHttp.runs, (query: PageQuery) => query),
      providesTags: ['Announcement', 'Live'],
    }),
    /** A run with one page of its deliveries, whose receipts are live. */
    getAnnouncementRun: build.query<RunDetails, DetailsQuery, AnnouncementRunDetails>({
      ...callFrom(announcementsHttp.run, ({ runId, ...query }: DetailsQuery) => ({ run_id: runId, ...query })),
      transformResponse: ({ deliveries, ...run }: AnnouncementRunDetails) => ({
        ...run,
        rows: deliveries,
        total: run.devices,
      }),
      providesTags: ['Announcement', 'Live'],
      ...liveEndpoint<RunDetails, DetailsQuery>({
        filtersOf: ({ rows }) => rows.map(({ serial }) => topics.receipts(serial)),
        apply: (run, message) => {
          if (message.kind === 'receipts') applyReceipt(run, message.serial, message.payload);
        },
      }),
    }),
    stopRun: build.mutation({
      ...callFrom(announcementsHttp.stop, (runId: string) => ({ run_id: runId })),
      // Refetched after an error too: the run may have ended meanwhile.
      invalidatesTags: ['Announcement'],
    }),
    /** One page of what was announced at the places in a time. */
    getProof: build.query({
      ...callPage(proofOfPlayHttp.places, (query: ProofRange & PageQuery) => query),
      providesTags: ['Announcement', 'Live'],
    }),
    /** The same by run. */
    getProofRuns: build.query({
      ...callPage(proofOfPlayHttp.runs, (query: ProofRange & PageQuery) => query),
      providesTags: ['Announcement', 'Live'],
    }),
    /** The same by day. */
    getProofDays: build.query({ ...call(proofOfPlayHttp.days), providesTags: ['Announcement', 'Live'] }),
    /** The same as the text of a CSV file. */
    exportProof: build.mutation(reading(call(proofOfPlayHttp.csv, { responseHandler: 'text' }), z.string())),
    /** The messages of the library to choose from. */
    getSayMessages: build.query({
      ...callFrom(messagesHttp.list, (q: string) => ({ q, page_size: 50 })),
      providesTags: ['Library', 'Live'],
    }),
  }),
});

export const {
  usePreviewSayQuery,
  useSayMutation,
  useStopRunMutation,
  useGetSayMessagesQuery,
  useGetProofDaysQuery,
  useExportProofMutation,
} = announcementsApi;

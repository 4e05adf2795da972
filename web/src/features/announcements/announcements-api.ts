import {
  announcementsHttp,
  type AnnouncementDelivery,
  type AnnouncementRun,
  type AnnouncementRunDetails,
} from '@belfry/schemas/http/announcements/announcements';
import { messagesHttp } from '@belfry/schemas/http/announcements/library-texts';
import { proofOfPlayHttp, type ProofRow, type ProofRun } from '@belfry/schemas/http/announcements/proof-of-play';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { call, callFrom, reading, unlessFailed } from '../../api/base/call.ts';
import { totalCount } from '../../api/base/total-count.ts';
import { liveEndpoint } from '../../mqtt/live-endpoint.ts';
import { applyReceipt } from './apply-receipt.ts';

export const RUNS_PAGE_SIZE = 20;
export const DELIVERIES_PAGE_SIZE = 50;
export const PROOF_PAGE_SIZE = 50;

export type Say = { text?: string; message_id?: number; language?: string; voice?: string; targets: TargetsInput };
export type RunPage = { runs: AnnouncementRun[]; total: number };
type DetailsQuery = { runId: string; page: number };
/** `user_id`: the owner whom an administrator names; `heard: 'false'`: only what was not heard. */
export type ProofRange = { from: string; to: string; company_id?: number; user_id?: number; heard?: 'false' };
export type Delivery = AnnouncementDelivery;

const proofPage = (range: ProofRange & { page: number }) => ({ ...range, page_size: PROOF_PAGE_SIZE });
const rowsOf = <T>(rows: T[], meta: FetchBaseQueryMeta | undefined) => ({ rows, total: totalCount(meta, rows) });

const announcementsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Who would hear it. */
    previewSay: build.query({ ...call(sayHttp.preview), keepUnusedDataFor: 0 }),
    say: build.mutation({ ...call(sayHttp.say), invalidatesTags: unlessFailed('Announcement') }),
    /** One page, the newest first. */
    getRuns: build.query({
      ...callFrom(announcementsHttp.runs, (page: number) => ({ page, page_size: RUNS_PAGE_SIZE })),
      transformResponse: (runs: AnnouncementRun[], meta: FetchBaseQueryMeta | undefined): RunPage => ({
        runs,
        total: totalCount(meta, runs),
      }),
      providesTags: ['Announcement', 'Live'],
    }),
    /** A run with one page of its deliveries, whose receipts are live. */
    getRun: build.query<AnnouncementRunDetails, DetailsQuery>({
      ...callFrom(announcementsHttp.run, ({ runId, page }: DetailsQuery) => ({
        run_id: runId,
        page,
        page_size: DELIVERIES_PAGE_SIZE,
      })),
      providesTags: ['Announcement', 'Live'],
      ...liveEndpoint<AnnouncementRunDetails, DetailsQuery>({
        filtersOf: ({ deliveries }) => deliveries.map(({ serial }) => topics.receipts(serial)),
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
      ...callFrom(proofOfPlayHttp.places, proofPage),
      transformResponse: rowsOf<ProofRow>,
      providesTags: ['Announcement', 'Live'],
    }),
    /** The same by run. */
    getProofRuns: build.query({
      ...callFrom(proofOfPlayHttp.runs, proofPage),
      transformResponse: rowsOf<ProofRun>,
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
  useGetRunsQuery,
  useGetRunQuery,
  useStopRunMutation,
  useGetSayMessagesQuery,
  useGetProofQuery,
  useGetProofRunsQuery,
  useGetProofDaysQuery,
  useExportProofMutation,
} = announcementsApi;

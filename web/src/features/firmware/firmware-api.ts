import { firmwareHttp, type ArchiveAnswer, type ArchiveListAnswer } from '@belfry/schemas/http/firmware/archives';
import { z } from 'zod';
import {
  rolloutSchema,
  rolloutsHttp,
  type RolloutChange,
  type RolloutDeviceState,
} from '@belfry/schemas/http/firmware/rollouts';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, reading, callPage } from '../../lib/api/call.ts';
import { savedAs } from '../../lib/save-file.ts';

const ZSTD = { headers: { 'Content-Type': 'application/zstd' } };
const archiveOf = ({ archive }: ArchiveAnswer) => archive;

/** `state`: 'all' for every device. */
type DevicesQuery = { id: string; page: number; page_size: number; state: RolloutDeviceState | 'all' };

export const firmwareApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getArchives: build.query({
      ...call(firmwareHttp.archives),
      transformResponse: ({ archives }: ArchiveListAnswer) => archives,
      providesTags: ['Firmware', 'Live'],
    }),
    createArchive: build.mutation({
      ...callFrom(firmwareHttp.createArchive, (_nothing: void) => ({})),
      transformResponse: archiveOf,
      invalidatesTags: ['Firmware'],
    }),
    uploadArchive: build.mutation({
      ...callFrom(
        firmwareHttp.uploadArchive,
        ({ file, signature }: { file: File; signature: string }) => ({ filename: file.name, signature, body: file }),
        ZSTD,
      ),
      transformResponse: archiveOf,
      invalidatesTags: ['Firmware'],
    }),
    deleteArchive: build.mutation({
      ...callFrom(firmwareHttp.removeArchive, (filename: string) => ({ filename })),
      // Refetched after an error too: somebody may have deleted the archive.
      invalidatesTags: ['Firmware'],
    }),
    downloadArchive: build.mutation(
      reading(
        {
          query: (filename: string) =>
            call(firmwareHttp.downloadArchive, { responseHandler: savedAs(filename) }).query({ filename }),
        },
        z.null(),
      ),
    ),
    getRollouts: build.query({ ...call(rolloutsHttp.list), providesTags: ['Firmware', 'Live'] }),
    getRolloutDevices: build.query({
      ...callPage(rolloutsHttp.devices, ({ id, state, ...page }: DevicesQuery) => ({
        rollout_id: id,
        ...page,
        ...(state !== 'all' && { state }),
      })),
      providesTags: ['Firmware', 'Live'],
    }),
    previewRollout: build.query({ ...call(rolloutsHttp.preview), keepUnusedDataFor: 0 }),
    startRollout: build.mutation({ ...call(rolloutsHttp.start), invalidatesTags: ['Firmware'] }),
    changeRollout: build.mutation({
      ...reading(
        {
          query: ({ id, change }: { id: string; change: RolloutChange }) =>
            call(rolloutsHttp[change]).query({ rollout_id: id }),
        },
        rolloutSchema,
      ),
      // Refetched after an error too: somebody else may have changed the rollout.
      invalidatesTags: ['Firmware'],
    }),
  }),
});

export const {
  useGetArchivesQuery,
  useCreateArchiveMutation,
  useUploadArchiveMutation,
  useDeleteArchiveMutation,
  useDownloadArchiveMutation,
  useGetRolloutsQuery,
  usePreviewRolloutQuery,
  useStartRolloutMutation,
  useChangeRolloutMutation,
} = firmwareApi;

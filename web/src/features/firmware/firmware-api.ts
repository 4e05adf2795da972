import { firmwareHttp, type ArchiveAnswer, type ArchiveListAnswer } from '@belfry/schemas/http/firmware/archives';
import { z } from 'zod';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, reading } from '../../lib/api/call.ts';
import { savedAs } from '../../lib/save-file.ts';

type Upload = { file: File; signature: string };
const ZSTD = { headers: { 'Content-Type': 'application/zstd' } };
const archiveOf = ({ archive }: ArchiveAnswer) => archive;

const firmwareApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The highest version first. */
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
        ({ file, signature }: Upload) => ({ filename: file.name, signature, body: file }),
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
  }),
});

export const {
  useGetArchivesQuery,
  useCreateArchiveMutation,
  useUploadArchiveMutation,
  useDeleteArchiveMutation,
  useDownloadArchiveMutation,
} = firmwareApi;

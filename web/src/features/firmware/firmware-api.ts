import {
  archiveAnswerSchema,
  archiveListAnswerSchema,
  type ArchiveAnswer,
  type ArchiveListAnswer,
  type ClientArchive,
} from '@belfry/schemas/http/devices/firmware';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';

type Upload = { file: File; signature: string };

const firmwareApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /client/archives: the highest version first. */
    getArchives: build.query<ClientArchive[], void, ArchiveListAnswer>({
      query: () => '/client/archives',
      rawResponseSchema: lenient(archiveListAnswerSchema),
      transformResponse: ({ archives }) => archives,
      providesTags: ['Firmware', 'Live'],
    }),
    /** POST /client/create-archive, with an empty object. */
    createArchive: build.mutation<ClientArchive, void, ArchiveAnswer>({
      query: () => ({ url: '/client/create-archive', method: 'POST', body: {} }),
      rawResponseSchema: lenient(archiveAnswerSchema),
      transformResponse: ({ archive }) => archive,
      invalidatesTags: ['Firmware'],
    }),
    /** POST /client/upload-archive: the body is the file. */
    uploadArchive: build.mutation<ClientArchive, Upload, ArchiveAnswer>({
      query: ({ file, signature }) => ({
        url: '/client/upload-archive',
        method: 'POST',
        params: { filename: file.name, signature },
        headers: { 'Content-Type': 'application/zstd' },
        body: file,
      }),
      rawResponseSchema: lenient(archiveAnswerSchema),
      transformResponse: ({ archive }) => archive,
      invalidatesTags: ['Firmware'],
    }),
    /** DELETE /client/delete-archive/{filename} */
    deleteArchive: build.mutation<void, string>({
      query: (filename) => ({ url: `/client/delete-archive/${filename}`, method: 'DELETE' }),
      // Refetched after an error too: somebody may have deleted the archive.
      invalidatesTags: ['Firmware'],
    }),
    /** GET /client/archives/{filename}: the file, which is not kept in the cache. */
    downloadArchive: build.mutation<null, string>({
      queryFn: async (filename, _api, _options, query) => {
        const { saveFile } = await import('../../lib/save-file.ts');
        const { data, error } = await query({
          url: `/client/archives/${filename}`,
          responseHandler: (response) => (response.ok ? response.blob() : response.json()),
        });
        if (error) return { error };
        saveFile(filename, data as Blob);
        return { data: null };
      },
    }),
  }),
});

export const {
  useGetArchivesQuery,
  useCreateArchiveMutation,
  useUploadArchiveMutation,
  useDeleteArchiveMutation,
  useDownloadArchiveMutation,
} = firmwareApi;

import { requestOf } from '@belfry/schemas/http/endpoint';
import { pagesHttp } from '@belfry/schemas/http/pages/pages';
import { recordingsHttp } from '@belfry/schemas/http/pages/recordings';
import { audioSchema, type Audio } from '@belfry/schemas/http/library/audio';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, unlessFailed } from '../../lib/api/call.ts';
import { sendFile } from '../../lib/api/send-file.ts';

const pagesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    openPage: build.mutation({ ...call(pagesHttp.open), invalidatesTags: unlessFailed('Announcement') }),
    closePage: build.mutation({
      ...callFrom(pagesHttp.close, (page_id: string) => ({ page_id })),
      // Refetched after an error too: the page may have ended in the meantime.
      invalidatesTags: ['Announcement'],
    }),
  }),
});

export const { useOpenPageMutation, useClosePageMutation } = pagesApi;

/**
 * Adds a recording to the library, with the progress of its bytes (0 to 1). Rejects with an Error whose message is the server's reason,
 * empty without one.
 */
export async function sendRecording(
  { name, file }: { name: string; file: Blob },
  onProgress: (share: number) => void,
): Promise<Audio> {
  const answer = await sendFile(requestOf(recordingsHttp.create, { name }), file, onProgress);
  return audioSchema.parse(answer);
}

import { audioHttp } from '@belfry/schemas/http/library/audio';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom } from '../../lib/api/call.ts';
import { useMay } from '../../features/teams/teams-api.ts';

const OFFERED = 8;
/** Among them are those for emergencies. */
const TEXTS_READ = 32;

const whatApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPreparedTexts: build.query({
      ...callFrom(messagesHttp.list, (q: string) => ({ q, page_size: TEXTS_READ })),
      providesTags: ['Library', 'Live'],
    }),
    getPreparedSounds: build.query({
      ...callFrom(audioHttp.list, (q: string) => ({ q, page_size: OFFERED })),
      providesTags: ['Library', 'Live'],
    }),
    getPreparedText: build.query({ ...call(messagesHttp.read), providesTags: ['Library', 'Live'] }),
  }),
});

const { useGetPreparedTextsQuery } = whatApi;
export const { useGetPreparedSoundsQuery, useGetPreparedTextQuery } = whatApi;

/** The first prepared texts whose names contain this; those for emergencies only by their name, for who may start one. */
export function usePreparedTexts(q: string, options?: { skip: boolean }) {
  const mayEmergency = useMay('emergency');
  const { data, currentData, error } = useGetPreparedTextsQuery(q, options);
  // While somebody types, the matches before stay.
  const isOffered = ({ emergency }: { emergency: boolean }): boolean => !emergency || (mayEmergency && q !== '');
  return { error, texts: (currentData ?? data)?.filter(isOffered).slice(0, OFFERED) };
}

import { voicesInUseHttp } from '@belfry/schemas/http/library/voices-in-use';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom } from '../../../lib/api/call.ts';

const voicesInUseApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getVoicesInUse: build.query({
      ...callFrom(voicesInUseHttp.list, (_own: void) => ({})),
      providesTags: ['Library', 'Voice', 'Company', 'Live'],
    }),
    changeVoiceInUse: build.mutation({
      ...call(voicesInUseHttp.change),
      invalidatesTags: ['Voice'],
    }),
  }),
});

export const { useGetVoicesInUseQuery, useChangeVoiceInUseMutation } = voicesInUseApi;

import { homeAssistantHttp } from '@belfry/schemas/http/home-assistant';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom } from '../../lib/api/call.ts';

export const homeAssistantApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getHomeAssistants: build.query({
      ...callFrom(homeAssistantHttp.list, (_all: void) => ({})),
      providesTags: ['Live', 'HomeAssistant'],
    }),
    // Each is fetched again after an error too: somebody else may have changed it, or it is gone.
    createHomeAssistant: build.mutation({ ...call(homeAssistantHttp.create), invalidatesTags: ['HomeAssistant'] }),
    changeHomeAssistant: build.mutation({ ...call(homeAssistantHttp.change), invalidatesTags: ['HomeAssistant'] }),
    removeHomeAssistant: build.mutation({
      ...callFrom(homeAssistantHttp.remove, (id: number) => ({ id })),
      invalidatesTags: ['HomeAssistant'],
    }),
  }),
});

export const {
  useGetHomeAssistantsQuery,
  useCreateHomeAssistantMutation,
  useChangeHomeAssistantMutation,
  useRemoveHomeAssistantMutation,
} = homeAssistantApi;

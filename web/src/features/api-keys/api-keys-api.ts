import { apiKeysHttp } from '@belfry/schemas/http/api-keys/api-keys';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, unlessFailed } from '../../lib/api/call.ts';

const apiKeysApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getApiKeys: build.query({ ...call(apiKeysHttp.list), providesTags: ['Live', 'ApiKey'] }),
    createApiKey: build.mutation({ ...call(apiKeysHttp.create), invalidatesTags: unlessFailed('ApiKey') }),
    endApiKey: build.mutation({
      ...callFrom(apiKeysHttp.remove, (id: number) => ({ id })),
      invalidatesTags: ['ApiKey'],
    }),
  }),
});

export const { useGetApiKeysQuery, useCreateApiKeyMutation, useEndApiKeyMutation } = apiKeysApi;

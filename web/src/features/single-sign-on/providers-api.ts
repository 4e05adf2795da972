import { providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom } from '../../lib/api/call.ts';

type DomainOf = { provider_id: number; domain: string };

/** Identity providers that one manages. Their people change with the users. */
const providersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getProviders: build.query({ ...call(providersHttp.list), providesTags: ['User'] }),
    addProvider: build.mutation({ ...call(providersHttp.add), invalidatesTags: ['User'] }),
    changeProvider: build.mutation({ ...call(providersHttp.change), invalidatesTags: ['User'] }),
    removeProvider: build.mutation({
      ...callFrom(providersHttp.remove, (provider_id: number) => ({ provider_id })),
      invalidatesTags: ['User'],
    }),
    testProvider: build.mutation(callFrom(providersHttp.test, (provider_id: number) => ({ provider_id }))),
    checkDomain: build.mutation({
      ...callFrom(providersHttp.checkDomain, (domain: DomainOf) => domain),
      invalidatesTags: ['User'],
    }),
    confirmDomain: build.mutation({
      ...callFrom(providersHttp.confirmDomain, (domain: DomainOf) => domain),
      invalidatesTags: ['User'],
    }),
    /** Only this answer contains the token. */
    makeScimToken: build.mutation({
      ...callFrom(providersHttp.makeScimToken, (provider_id: number) => ({ provider_id })),
      invalidatesTags: ['User'],
    }),
    removeScimToken: build.mutation({
      ...callFrom(providersHttp.removeScimToken, (provider_id: number) => ({ provider_id })),
      invalidatesTags: ['User'],
    }),
  }),
});

export const {
  useGetProvidersQuery,
  useAddProviderMutation,
  useChangeProviderMutation,
  useRemoveProviderMutation,
  useTestProviderMutation,
  useCheckDomainMutation,
  useConfirmDomainMutation,
  useMakeScimTokenMutation,
  useRemoveScimTokenMutation,
} = providersApi;

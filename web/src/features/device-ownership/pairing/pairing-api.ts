import { pairingHttp } from '@belfry/schemas/http/device-ownership/pairing';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom, unlessFailed } from '../../../lib/api/call.ts';

const pairingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getAsking: build.query({
      ...callFrom(pairingHttp.read, (user_code: string) => ({ user_code })),
      keepUnusedDataFor: 0,
    }),
    pairDevice: build.mutation({
      ...call(pairingHttp.pair),
      invalidatesTags: unlessFailed('Company', 'Group', 'Device', 'DeviceList'),
    }),
    refusePairing: build.mutation(callFrom(pairingHttp.refuse, (user_code: string) => ({ user_code }))),
    getLanguageOf: build.query({
      ...callFrom(companiesHttp.effectiveSettings, (company_id: number) => ({ company_id })),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetAskingQuery, usePairDeviceMutation, useRefusePairingMutation, useGetLanguageOfQuery } = pairingApi;

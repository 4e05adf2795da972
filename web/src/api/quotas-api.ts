import { quotasHttp } from '@belfry/schemas/http/service/quotas';
import { baseApi } from './base/base-api.ts';
import { call } from './base/call.ts';

const quotasApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** What the installation has of each kind. */
    getQuotas: build.query({ ...call(quotasHttp.read), keepUnusedDataFor: 60 }),
  }),
});

export const { useGetQuotasQuery } = quotasApi;

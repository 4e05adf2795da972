import { healthHttp } from '@belfry/schemas/http/service/health';
import { baseApi } from './base/base-api.ts';
import { call } from './base/call.ts';

/** Whether Postgres and the broker are reachable. */
export const healthApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getReadiness: build.query({ ...call(healthHttp.ready) }),
  }),
});

export const { useGetReadinessQuery } = healthApi;

import { readinessSchema, type Readiness } from '@belfry/schemas/http/service/health';
import { baseApi } from './base/base-api.ts';

/** GET /health/ready: whether Postgres and the broker are reachable. */
export const healthApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getReadiness: build.query<Readiness, void>({
      query: () => 'health/ready',
      transformResponse: (answer) => readinessSchema.parse(answer),
    }),
  }),
});

export const { useGetReadinessQuery } = healthApi;

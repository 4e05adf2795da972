import { readinessSchema, type Readiness } from '@belfry/schemas/http/service/health';
import { baseApi } from './base/base-api.ts';
import { lenient } from './base/lenient.ts';

/** GET /health/ready: whether Postgres and the broker are reachable. */
export const healthApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getReadiness: build.query<Readiness, void>({
      query: () => 'health/ready',
      rawResponseSchema: lenient(readinessSchema),
    }),
  }),
});

export const { useGetReadinessQuery } = healthApi;

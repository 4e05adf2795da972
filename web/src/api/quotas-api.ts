import { quotaSchema, type Quota } from '@belfry/schemas/http/service/quotas';
import { z } from 'zod';
import { baseApi } from './base/base-api.ts';
import { lenient } from './base/lenient.ts';

const quotasApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /admin/quotas: what the installation has of each kind. */
    getQuotas: build.query<Quota[], void>({
      query: () => 'admin/quotas',
      rawResponseSchema: lenient(z.array(quotaSchema.strip())),
      keepUnusedDataFor: 60,
    }),
  }),
});

export const { useGetQuotasQuery } = quotasApi;

import {
  companyMatchSchema,
  type CompanyMatch,
  type CompanySearchQuery,
} from '@belfry/schemas/http/companies/companies';
import { z } from 'zod';
import { baseApi } from '../base/base-api.ts';
import { lenient } from '../base/lenient.ts';

export const companySearchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /company/search: the best matches among all companies, for administrators. */
    searchCompanies: build.query<CompanyMatch[], CompanySearchQuery>({
      query: (params) => ({ url: '/company/search', params }),
      rawResponseSchema: lenient(z.array(companyMatchSchema)),
      providesTags: ['Company'],
    }),
  }),
});

export const { useSearchCompaniesQuery } = companySearchApi;

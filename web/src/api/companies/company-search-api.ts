import type { CompanyMatch, CompanySearchQuery } from '@belfry/schemas/http/companies/companies';
import { baseApi } from '../base/base-api.ts';

export const companySearchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /company/search: the best matches among all companies, for administrators. */
    searchCompanies: build.query<CompanyMatch[], CompanySearchQuery>({
      query: (params) => ({ url: '/company/search', params }),
      providesTags: ['Company'],
    }),
  }),
});

export const { useSearchCompaniesQuery } = companySearchApi;

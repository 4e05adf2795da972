import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { baseApi } from '../base/base-api.ts';
import { call } from '../base/call.ts';

export const companySearchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The best matches among all companies, for administrators. */
    searchCompanies: build.query({ ...call(companiesHttp.search), providesTags: ['Company'] }),
  }),
});

export const { useSearchCompaniesQuery } = companySearchApi;

import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { baseApi } from '../../../../lib/api/base-api.ts';
import { call, callFrom, unlessFailed } from '../../../../lib/api/call.ts';

const placesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Each setting with the node that sets it. */
    getEffectiveSettings: build.query({
      ...callFrom(companiesHttp.effectiveSettings, (company_id: number) => ({ company_id })),
      providesTags: ['Live', 'Company'],
    }),
    getResponsible: build.query({
      ...callFrom(responsiblePeopleHttp.read, (company_id: number) => ({ company_id })),
      providesTags: ['Live', 'Company'],
    }),
    /** An empty list inherits. */
    setResponsible: build.mutation({
      ...call(responsiblePeopleHttp.replace),
      invalidatesTags: unlessFailed('Company'),
    }),
  }),
});

export const { useGetEffectiveSettingsQuery, useGetResponsibleQuery, useSetResponsibleMutation } = placesApi;

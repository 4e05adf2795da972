import type { SampleOrganisation } from '@belfry/schemas/http/companies/sample-organisation';
import { baseApi } from '../../api/base/base-api.ts';

const sampleOrganisationApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /sample-organisation: what a removal would delete now. */
    getSampleOrganisation: build.query<SampleOrganisation, void>({
      query: () => '/sample-organisation',
      providesTags: ['Company', 'Group', 'Favorite'],
    }),
    /** DELETE /sample-organisation */
    removeSampleOrganisation: build.mutation<SampleOrganisation, void>({
      query: () => ({ url: '/sample-organisation', method: 'DELETE' }),
      invalidatesTags: (_removed, error) => (error ? [] : ['Company', 'Group', 'Favorite', 'DeviceList', 'Device']),
    }),
  }),
});

export const { useGetSampleOrganisationQuery, useRemoveSampleOrganisationMutation } = sampleOrganisationApi;

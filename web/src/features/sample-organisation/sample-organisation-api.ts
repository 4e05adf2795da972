import { sampleOrganisationSchema, type SampleOrganisation } from '@belfry/schemas/http/companies/sample-organisation';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';

const sampleOrganisationApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /sample-organisation: what a removal would delete now. */
    getSampleOrganisation: build.query<SampleOrganisation, void>({
      query: () => '/sample-organisation',
      rawResponseSchema: lenient(sampleOrganisationSchema),
      providesTags: ['Company', 'Group', 'Favorite'],
    }),
    /** DELETE /sample-organisation */
    removeSampleOrganisation: build.mutation<SampleOrganisation, void>({
      query: () => ({ url: '/sample-organisation', method: 'DELETE' }),
      rawResponseSchema: lenient(sampleOrganisationSchema),
      invalidatesTags: (_removed, error) => (error ? [] : ['Company', 'Group', 'Favorite', 'DeviceList', 'Device']),
    }),
  }),
});

export const { useGetSampleOrganisationQuery, useRemoveSampleOrganisationMutation } = sampleOrganisationApi;

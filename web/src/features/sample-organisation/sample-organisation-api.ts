import { sampleOrganisationHttp } from '@belfry/schemas/http/sample-organisation';
import { baseApi } from '../../api/base/base-api.ts';
import { call, unlessFailed } from '../../api/base/call.ts';

const sampleOrganisationApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** What a removal would delete now. */
    getSampleOrganisation: build.query({
      ...call(sampleOrganisationHttp.read),
      providesTags: ['Company', 'Group', 'Favorite'],
    }),
    removeSampleOrganisation: build.mutation({
      ...call(sampleOrganisationHttp.remove),
      invalidatesTags: unlessFailed('Company', 'Group', 'Favorite', 'DeviceList', 'Device'),
    }),
  }),
});

export const { useGetSampleOrganisationQuery, useRemoveSampleOrganisationMutation } = sampleOrganisationApi;

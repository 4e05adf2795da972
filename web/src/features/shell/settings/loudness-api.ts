import { loudnessHttp } from '@belfry/schemas/http/library/loudness';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call } from '../../../lib/api/call.ts';

const loudnessApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getLoudnessTargets: build.query({ ...call(loudnessHttp.readTargets), providesTags: ['Profile'] }),
  }),
});

const loudnessChangesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    changeLoudnessTargets: build.mutation({
      ...call(loudnessHttp.changeTargets),
      onQueryStarted: async (_targets, { dispatch, queryFulfilled }) => {
        const targets = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        );
        if (targets) dispatch(loudnessApi.util.updateQueryData('getLoudnessTargets', undefined, () => targets));
      },
    }),
  }),
});

export const { useGetLoudnessTargetsQuery } = loudnessApi;
export const { useChangeLoudnessTargetsMutation } = loudnessChangesApi;

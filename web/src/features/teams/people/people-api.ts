import { type PeopleQuery, peopleHttp } from '@belfry/schemas/http/teams/people';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callPage, unlessFailed } from '../../../lib/api/call.ts';

const peopleApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPeople: build.query({
      ...callPage(peopleHttp.list, (query: Partial<PeopleQuery>) => query),
      providesTags: ['Live', 'Member', 'User', 'Company'],
    }),
    letIn: build.mutation({ ...call(peopleHttp.letIn), invalidatesTags: unlessFailed('Member') }),
  }),
});

export const { useGetPeopleQuery, useLetInMutation } = peopleApi;

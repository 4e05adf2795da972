import { homeHttp } from '@belfry/schemas/http/places/home';
import { baseApi } from '../../lib/api/base-api.ts';
import { call } from '../../lib/api/call.ts';

const homeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getHome: build.query({ ...call(homeHttp.head), providesTags: ['Live', 'Company', 'DeviceList', 'Alarm'] }),
    getRegions: build.query({
      ...call(homeHttp.regions),
      providesTags: ['Live', 'Company', 'DeviceList', 'Alarm', 'Announcement', 'Schedule'],
    }),
  }),
});

export const { useGetHomeQuery, useGetRegionsQuery } = homeApi;

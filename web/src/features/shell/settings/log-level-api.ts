import { logLevelHttp } from '@belfry/schemas/http/service/log-level';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call } from '../../../lib/api/call.ts';

/** The log level of the api; for root accounts. */
const logLevelApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getLogLevel: build.query({ ...call(logLevelHttp.read), providesTags: ['LogLevel'] }),
    chooseLogLevel: build.mutation({ ...call(logLevelHttp.choose), invalidatesTags: ['LogLevel'] }),
    resetLogLevel: build.mutation({ ...call(logLevelHttp.reset), invalidatesTags: ['LogLevel'] }),
  }),
});

export const { useGetLogLevelQuery, useChooseLogLevelMutation, useResetLogLevelMutation } = logLevelApi;

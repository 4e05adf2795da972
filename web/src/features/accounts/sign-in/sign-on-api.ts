import { baseApi } from '../../../lib/api/base-api.ts';
import { call } from '../../../lib/api/call.ts';
import { signOnHttp } from '@belfry/schemas/http/single-sign-on/sign-on';

const signOnApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Providers for a mail address, and those for everybody. */
    getOfferedProviders: build.query({ ...call(signOnHttp.offered) }),
    /** The same answer as the first step of a sign-in. */
    exchangeSignOn: build.mutation({ ...call(signOnHttp.exchange) }),
  }),
});

export const { useGetOfferedProvidersQuery, useExchangeSignOnMutation } = signOnApi;

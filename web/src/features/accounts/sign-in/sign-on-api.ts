import { baseApi } from '../../../lib/api/base-api.ts';
import { callLater } from '../../../lib/api/call-later.ts';

const loadSignOn = async () => (await import('@belfry/schemas/http/single-sign-on/sign-on')).signOnHttp;

/** What the sign-in page offers, and the end of a sign-in with an identity provider. */
const signOnApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Those for a mail address, and those for everybody. */
    getOfferedProviders: build.query({ ...callLater(async () => (await loadSignOn()).offered) }),
    /** The same answer as the first step of a sign-in. */
    exchangeSignOn: build.mutation({ ...callLater(async () => (await loadSignOn()).exchange) }),
  }),
});

export const { useGetOfferedProvidersQuery, useExchangeSignOnMutation } = signOnApi;

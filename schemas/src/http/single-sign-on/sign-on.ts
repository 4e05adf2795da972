import { z } from 'zod';
import { EMAIL_MAX } from '../../domain/email-address.ts';
import { idTextSchema } from '../../domain/ids.ts';
import { loginOutcomeSchema } from '../accounts/auth.ts';
import { linkTokenSchema } from '../../domain/link-token.ts';
import { endpoint, FORM } from '../endpoint.ts';

/** How long a person may take at the provider, and the console to fetch the key afterwards. */
export const SIGN_ON_TTL_MS = 600_000;
export const SIGN_ON_RESULT_TTL_MS = 120_000;
const PARAMETER_MAX = 4_000;
const LOGOUT_TOKEN_MAX = 16_000;
const OFFERED_MAX = 6;

/** Why a sign-in with a provider has failed; the console has a text for each, and `/login?sign_on=` carries it. */
export const SIGN_ON_PROBLEMS = [
  'unavailable',
  'cancelled',
  'expired',
  'refused',
  'email',
  'unverified',
  'domain',
  'taken',
  'left',
  'full',
  'busy',
  'unknown',
] as const;
export type SignOnProblem = (typeof SIGN_ON_PROBLEMS)[number];

export const offeredProvidersSchema = z
  .strictObject({ providers: z.array(z.strictObject({ provider: z.int(), name: z.string() })).max(OFFERED_MAX) })
  .meta({ id: 'OfferedIdentityProviders' });
export type OfferedProvider = z.infer<typeof offeredProvidersSchema>['providers'][number];

const params = z.object({ provider: idTextSchema });
const parameter = z.string().max(PARAMETER_MAX).optional();
const email = z.string().trim().max(EMAIL_MAX).optional();
const redirect = z.strictObject({ location: z.string() });
const HEADERS = { Location: 'the address to go on with' };

export const signOnHttp = {
  offered: endpoint({
    method: 'get',
    path: '/auth/oidc/providers',
    summary: 'The identity providers to offer for a mail address, and those that are offered to everybody',
    query: z.object({ email }).meta({ id: 'OfferedIdentityProvidersQuery' }),
    answer: offeredProvidersSchema,
    errors: ['rate_limited'],
  }),
  start: endpoint({
    method: 'get',
    path: '/auth/oidc/{provider}/start',
    summary: 'Begin a sign-in: redirects the browser to the identity provider',
    description:
      'For the browser itself, which keeps a cookie. A browser is redirected to the sign-in page where it fails; other clients get an error.',
    params,
    query: z.object({ email: email.describe('offered to the provider as a hint') }).meta({ id: 'SignOnStartQuery' }),
    answer: redirect,
    status: 302,
    headers: HEADERS,
    errors: ['not_found', 'unprocessable', 'rate_limited'],
  }),
  callback: endpoint({
    method: 'get',
    path: '/auth/oidc/{provider}/callback',
    summary: 'Where the identity provider sends the browser back to',
    description:
      'Redirects to `/sign-on` of the console with a token that works once, for two minutes and in the same browser.',
    params,
    query: z
      .object({ code: parameter, state: parameter, iss: parameter, error: parameter })
      .meta({ id: 'SignOnCallbackQuery' }),
    answer: redirect,
    status: 302,
    headers: HEADERS,
    errors: [
      'not_found',
      'forbidden',
      'link_expired',
      'wrong_credentials',
      'conflict',
      'unprocessable',
      'rate_limited',
    ],
  }),
  exchange: endpoint({
    method: 'post',
    path: '/auth/oidc/session',
    summary: 'Exchange the token of a sign-in with an identity provider for a key',
    description: 'Answers a key, or a challenge for users with two-factor sign-in.',
    body: z.strictObject({ token: linkTokenSchema }).meta({ id: 'SignOnExchangeBody' }),
    answer: loginOutcomeSchema,
    errors: ['link_expired', 'account_blocked', 'rate_limited'],
  }),
  logout: endpoint({
    method: 'post',
    path: '/auth/oidc/{provider}/logout',
    summary: 'Back-channel logout: the identity provider ends the sessions of a person',
    params,
    body: z.object({ logout_token: z.string().min(1).max(LOGOUT_TOKEN_MAX) }).meta({ id: 'BackChannelLogoutForm' }),
    bodyType: FORM,
    answer: null,
    errors: ['not_found', 'unprocessable', 'rate_limited'],
  }),
};

import { issuerSchema } from '@belfry/schemas/http/single-sign-on/providers';
import { BlockList } from 'node:net';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { parseNetworks } from '../../config/networks.ts';
import { createOutboundFetch, type OutboundFetch } from '../../lib/outbound-fetch.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { createTypedAddressCheck } from '../../lib/typed-address.ts';
import { type Claims, readClaims, valueAt } from './claims.ts';
import { SignOnError } from './problems.ts';
import { AHEAD_MAX_S, type JsonWebKey, readKeys, SIGNATURE_ALGORITHMS } from './signed-token.ts';

declare module '../../deps.ts' {
  interface Deps {
    identityProviders: IdentityProviders;
  }
}

const REQUEST_MS = 5_000;
const ANSWER_BYTES_MAX = 512 * 1024;
/** Sign-ins that talk to providers at once: of all, and of one; more of one wait. */
const AT_ONCE = 40;
const PER_PROVIDER = 8;
/** Kept for providers that are asked nothing now. */
const FREE = 16;
const WAITING_PER_PROVIDER = 40;

export type ProviderAccess = {
  provider_id: number;
  issuer: string;
  client_id: string;
  client_secret: string;
  roles_claim: string;
  asks_groups: boolean;
};

export type SignOnSecrets = { state: string; nonce: string; verifier: string };
type Callback = { redirectUri: string; code: string; state: string; iss: string | undefined };
export type ProviderDescription = {
  authorizationEndpoint: string | null;
  keys: JsonWebKey[];
  backChannelLogout: boolean;
};

/** Nothing is kept between calls, so that a changed key is known at once. */
export type IdentityProviders = {
  /** Throws unprocessable for an issuer that must not be reached. */
  checkIssuer(issuer: string): Promise<void>;
  /** The address where a person signs in. Throws SignOnError. */
  authorizationUrl(
    provider: ProviderAccess,
    secrets: SignOnSecrets,
    options: { redirectUri: string; email: string | undefined },
  ): Promise<string>;
  /** Exchanges the code, and verifies signature, issuer, audience, times and nonce. Throws SignOnError. */
  claims(provider: ProviderAccess, secrets: SignOnSecrets, callback: Callback): Promise<Claims>;
  /** Endpoints and keys. Throws SignOnError. */
  describe(provider: ProviderAccess): Promise<ProviderDescription>;
  /** How a provider spells its issuer where another one was entered, such as with a slash at the end or as the address of the description; else null. */
  spelling(provider: Pick<ProviderAccess, 'provider_id' | 'issuer'>): Promise<string | null>;
};

/** Addresses of private networks are refused unless the configuration allows them. */
export function createIdentityProviders({
  IDENTITY_PROVIDER_ALLOW,
}: Pick<Config, 'IDENTITY_PROVIDER_ALLOW'>): IdentityProviders {
  const networks = IDENTITY_PROVIDER_ALLOW?.split(',').map((word) => word.trim()) ?? [];
  const allowed = parseNetworks(networks) ?? new BlockList();
  const outbound = createOutboundFetch({ allowed, timeoutMs: REQUEST_MS, maxBytes: ANSWER_BYTES_MAX });
  const permits = createSemaphore<number>({
    pool: 'sign-on',
    atOnce: AT_ONCE,
    perKey: PER_PROVIDER,
    waitingPerKey: WAITING_PER_PROVIDER,
    free: FREE,
    refusal: () => new SignOnError('busy'),
  });
  const limited = <T>({ provider_id }: Pick<ProviderAccess, 'provider_id'>, work: () => Promise<T>): Promise<T> =>
    permits.run(provider_id, work);

  return {
    checkIssuer: createTypedAddressCheck(allowed, {
      path: 'issuer',
      nothing: 'Nobody can sign in with this issuer, which must have https',
      setting: 'IDENTITY_PROVIDER_ALLOW',
    }),
    authorizationUrl: (provider, secrets, { redirectUri, email }) =>
      limited(provider, async () => {
        const configuration = await open(provider, outbound);
        const challenge = await calculatePKCECodeChallenge(secrets.verifier);
        return addressOf(configuration, {
          redirect_uri: redirectUri,
          scope: scopeOf(provider, configuration),
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: challenge,
          code_challenge_method: 'S256',
          ...(email !== undefined && { login_hint: email }),
        });
      }),
    claims: (provider, secrets, callback) =>
      limited(provider, async () => {
        const configuration = await open(provider, outbound);
        return verifiedClaims(configuration, { provider, secrets, callback });
      }),
    describe: (provider) =>
      limited(provider, async () => {
        const metadata = (await open(provider, outbound)).serverMetadata();
        return {
          authorizationEndpoint: metadata.authorization_endpoint ?? null,
          keys: await fetchKeys(metadata.jwks_uri, outbound),
          backChannelLogout: metadata['backchannel_logout_supported'] === true,
        };
      }),
    spelling: (provider) => limited(provider, () => findSpelling(provider.issuer, outbound)),
  };
}

/** Reads the provider's description. Its issuer must be the one that was entered. */
async function open(
  { issuer, client_id, client_secret }: ProviderAccess,
  outbound: OutboundFetch,
): Promise<Configuration> {
  const url = new URL(issuer);
  try {
    const configuration = await discovery(url, client_id, client_secret, authenticate(client_secret), {
      [customFetch]: (address, { method, headers, body, signal }) =>
        outbound(address, { method, headers, ...textOf(body), signal }),
      timeout: REQUEST_MS / 1_000,
      execute: [
        // Every request to a public address without TLS is refused by the fetch itself.
        ...(url.protocol === 'http:' ? [allowInsecureRequests] : []),
        enableNonRepudiationChecks,
      ],
    });
    // Letter by letter, since tokens are compared so: a slash at the end makes another issuer.
    if (configuration.serverMetadata().issuer !== issuer) throw new Error('the provider spells its issuer differently');
    return configuration;
  } catch (error) {
    throw new SignOnError('unavailable', error);
  }
}

/** With `groups` where the provider offers that scope, as Dex, Authelia and Okta do. */
const scopeOf = ({ asks_groups }: ProviderAccess, configuration: Configuration): string => {
  const offers = configuration.serverMetadata().scopes_supported?.includes('groups') ?? false;
  return asks_groups && offers ? 'openid email profile groups' : 'openid email profile';
};

async function findSpelling(entered: string, outbound: OutboundFetch): Promise<string | null> {
  const address = entered.includes('/.well-known/')
    ? entered
    : `${entered.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  try {
    const response = await outbound(address, { headers: { accept: 'application/json' } });
    const { issuer } = z.object({ issuer: issuerSchema }).parse(await response.json());
    return response.status === 200 && issuer !== entered ? issuer : null;
  } catch {
    return null;
  }
}

/** How the provider wants the secret; by the header unless it says otherwise. */
const authenticate =
  (secret: string): ClientAuth =>
  (metadata, ...request) => {
    const inBody = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
    (inBody ? ClientSecretPost(secret) : ClientSecretBasic(secret))(metadata, ...request);
  };

const textOf = (body: unknown): { body?: string } =>
  typeof body === 'string' || body instanceof URLSearchParams ? { body: String(body) } : {};

function addressOf(configuration: Configuration, parameters: Record<string, string>): string {
  try {
    const url = buildAuthorizationUrl(configuration, parameters);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('the address is none of the web');
    return url.href;
  } catch (error) {
    throw new SignOnError('unavailable', error);
  }
}

type Verification = { provider: ProviderAccess; secrets: SignOnSecrets; callback: Callback };

async function verifiedClaims(
  configuration: Configuration,
  { provider, secrets, callback: { redirectUri, code, state, iss } }: Verification,
): Promise<Claims> {
  const url = new URL(redirectUri);
  url.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
  try {
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedNonce: secrets.nonce,
      expectedState: secrets.state,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    });
    requireSignature(tokens.id_token);
    const claims = tokens.claims();
    if (!claims) throw new Error('there is no ID token');
    if (claims.iat > Date.now() / 1_000 + AHEAD_MAX_S) throw new Error('the ID token was issued in the future');
    const isMissing = ['email', 'email_verified', provider.roles_claim].some(
      (name) => valueAt(claims, name) === undefined,
    );
    const more = isMissing && configuration.serverMetadata().userinfo_endpoint !== undefined;
    const info = more ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
    return readClaims({ ...info, ...claims }, provider.roles_claim);
  } catch (error) {
    throw new SignOnError('refused', error);
  }
}

/** Only signatures that the published keys verify: neither none, nor one with the client secret. */
function requireSignature(token: string | undefined): void {
  const [header = ''] = token?.split('.') ?? [];
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as { alg?: unknown };
  if (typeof alg !== 'string' || !SIGNATURE_ALGORITHMS.includes(alg))
    throw new Error('the signature has no such algorithm');
}

async function fetchKeys(address: string | undefined, outbound: OutboundFetch): Promise<JsonWebKey[]> {
  try {
    if (address === undefined) throw new Error('the provider publishes no keys');
    const response = await outbound(address, { headers: { accept: 'application/json' } });
    if (response.status !== 200) throw new Error(`the keys were answered with ${response.status}`);
    return readKeys(await response.json());
  } catch (error) {
    throw new SignOnError('unavailable', error);
  }
}

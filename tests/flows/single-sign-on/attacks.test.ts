import { providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOT, type TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createAdmin, createUser } from '../../support/factories.ts';
import {
  CLIENT_ID,
  type Forgery,
  type HostileProvider,
  startHostileProvider,
} from '../../support/providers/hostile-identity-provider.ts';
import {
  beginSignOn,
  type Begun,
  createOrganisation,
  exchangeToken,
  forgeSignOn,
  type Organisation,
  returnFromProvider,
  SIGN_ON_SETTINGS,
} from '../../support/single-sign-on.ts';

let api: TestApi;
let idp: HostileProvider;
let other: HostileProvider;
let organisation: Organisation;
let foreign: Organisation;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, SIGN_ON_SETTINGS);
  [idp, other] = await Promise.all([startHostileProvider(), startHostileProvider()]);
  organisation = await createOrganisation(api, idp.issuer);
  foreign = await createOrganisation(api, other.issuer);
});
afterAll(() => Promise.all([idp.stop(), other.stop()]));

beforeEach(() => {
  idp.metadata = {};
  idp.next = { nonce: '', forgery: {} };
});

type Query = { code?: string; state?: string; iss?: string; error?: string };
type Attack = {
  name: string;
  /** What the provider forges. */
  forgery?: (begun: Begun) => Forgery;
  metadata?: () => Record<string, unknown>;
  /** How the browser returns. */
  query?: (right: Query) => Query;
  provider?: () => number;
  cookie?: (right: string) => string;
  /** What has happened in between. */
  meanwhile?: (begun: Begun) => Promise<unknown>;
};

const now = (): number => Math.floor(Date.now() / 1_000);
const claims = (of: Record<string, unknown>) => (): Forgery => ({ claims: of });
const errorOf = (error: string) => (): Forgery => ({ tokenAnswer: () => ({ status: 400, body: { error } }) });
const come = (begun: Begun) =>
  returnFromProvider(api, organisation.provider_id, { cookie: begun.cookie, code: 'code', state: begun.state });
/** An address of the organisation, which the forged token has beside what is wrong. */
const email = (): string => `alice@${organisation.domain}`;

const ATTACKS: readonly Attack[] = [
  { name: 'another issuer in the token', forgery: () => ({ claims: { iss: other.issuer } }) },
  { name: 'no issuer', forgery: claims({ iss: undefined }) },
  { name: 'another audience', forgery: claims({ aud: 'somebody-else' }) },
  { name: 'a list of audiences without ours', forgery: claims({ aud: ['a', 'b'] }) },
  { name: 'several audiences, issued to another party', forgery: claims({ aud: [CLIENT_ID, 'b'], azp: 'b' }) },
  { name: 'several audiences without an authorised party', forgery: claims({ aud: [CLIENT_ID, 'b'] }) },
  { name: 'no audience', forgery: claims({ aud: undefined }) },
  { name: 'another nonce', forgery: claims({ nonce: 'of-another-sign-in' }) },
  { name: 'no nonce', forgery: claims({ nonce: undefined }) },
  { name: 'a token that has expired', forgery: () => ({ claims: { iat: now() - 900, exp: now() - 600 } }) },
  { name: 'a token that never expires', forgery: claims({ exp: undefined }) },
  { name: 'a token without the time of its issue', forgery: claims({ iat: undefined }) },
  { name: 'a token that is issued in an hour', forgery: claims({ iat: now() + 3_600, exp: now() + 7_200 }) },
  { name: 'a token that is not valid yet', forgery: () => ({ claims: { nbf: now() + 3_600 } }) },
  { name: 'alg: none', forgery: () => ({ signedBy: 'nothing' }) },
  { name: 'alg: None', forgery: () => ({ signedBy: 'nothing', header: { alg: 'None' } }) },
  { name: 'a signature with the client secret', forgery: () => ({ signedBy: 'secret' }) },
  { name: 'a signature with the public key as a secret', forgery: () => ({ signedBy: 'public-key' }) },
  { name: 'a signature with another key under the same name', forgery: () => ({ signedBy: 'other-key' }) },
  {
    name: 'a key that is in the token',
    forgery: () => ({ signedBy: 'other-key', header: { jwk: { kty: 'RSA' }, kid: undefined } }),
  },
  { name: 'a key that nobody publishes', forgery: () => ({ header: { kid: 'unknown' } }) },
  { name: 'no signature', forgery: () => ({ edit: (token) => token.slice(0, token.lastIndexOf('.') + 1) }) },
  {
    name: 'changed claims',
    forgery: () => ({
      edit: (token) => {
        const [header, payload = '', signature] = token.split('.');
        const read = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
        return [header, Buffer.from(JSON.stringify({ ...read, sub: 'root' })).toString('base64url'), signature].join(
          '.',
        );
      },
    }),
  },
  { name: 'no subject', forgery: claims({ sub: undefined }) },
  { name: 'an empty subject', forgery: claims({ sub: '' }) },
  { name: 'a subject of 300 characters', forgery: claims({ sub: 'x'.repeat(300) }) },
  {
    name: 'no ID token',
    forgery: () => ({
      tokenAnswer: ({ access_token, token_type }) => ({ status: 200, body: { access_token, token_type } }),
    }),
  },
  { name: 'a code that has expired or was used', forgery: errorOf('invalid_grant') },
  { name: 'an answer without JSON', forgery: () => ({ tokenAnswer: () => ({ status: 200, body: '<html>' }) }) },
  {
    name: 'an answer of a megabyte',
    forgery: () => ({ tokenAnswer: () => ({ status: 200, body: 'x'.repeat(1_000_000) }) }),
  },
  {
    name: 'a redirect of the exchange to another provider',
    forgery: () => ({ tokenAnswer: () => ({ status: 307, body: '', headers: { location: `${other.issuer}/token` } }) }),
  },
  { name: 'a description with another issuer', metadata: () => ({ issuer: other.issuer }) },
  { name: 'keys at an address that is not public', metadata: () => ({ jwks_uri: 'http://10.0.0.1/keys' }) },
  { name: 'keys in a file', metadata: () => ({ jwks_uri: 'file:///etc/passwd' }) },
  { name: 'a foreign mail domain', forgery: claims({ email: 'alice@elsewhere.test' }) },
  {
    name: 'the mail domain of another organisation',
    forgery: () => ({ claims: { email: `alice@${foreign.domain}` } }),
  },
  {
    name: 'a subdomain of the proven domain',
    forgery: () => ({ claims: { email: `alice@sub.${organisation.domain}` } }),
  },
  {
    name: 'two @ in the address',
    forgery: () => ({ claims: { email: `alice@elsewhere.test@${organisation.domain}` } }),
  },
  { name: 'an address that is not verified', forgery: () => ({ claims: { email: email(), email_verified: false } }) },
  {
    name: 'an address that is verified as a text',
    forgery: () => ({ claims: { email: email(), email_verified: 'true' } }),
  },
  { name: 'no address', forgery: () => ({ claims: { email: undefined } }) },
  { name: 'the address of root', forgery: claims({ email: ROOT.email }) },
  {
    name: 'user information about another subject',
    forgery: () => ({ claims: { email: undefined }, userinfo: { sub: 'bob' } }),
  },
  { name: 'an unknown state', query: ({ state: _state, ...right }) => ({ ...right, state: 'x'.repeat(43) }) },
  { name: 'no state', query: ({ state: _state, ...right }) => right },
  { name: 'no code', query: ({ code: _code, ...right }) => right },
  { name: 'an error and a code', query: (right) => ({ ...right, error: 'server_error' }) },
  { name: 'a state that was used', meanwhile: (begun) => come({ ...begun, cookie: '' }) },
  { name: 'a return after ten minutes', meanwhile: ({ state }) => age(state) },
  { name: 'another browser', cookie: () => `belfry-sign-on=${'x'.repeat(43)}` },
  { name: 'another browser with the right name', cookie: () => `__Host-belfry-sign-on=${'x'.repeat(43)}` },
  { name: 'a browser without a cookie', cookie: () => '' },
  { name: 'a mix-up: the answer at the address of another provider', provider: () => foreign.provider_id },
  { name: 'a mix-up: the answer names another issuer', query: (right) => ({ ...right, iss: other.issuer }) },
  {
    name: 'an answer without the issuer that the provider always names',
    metadata: () => ({ authorization_response_iss_parameter_supported: true }),
  },
];

/** Moves a sign-in into the past. */
const age = (_state: string) =>
  api.db
    .updateTable('sign_on_attempts')
    .set({ created_at: new Date(Date.now() - 601_000) })
    .execute();

describe('a sign-in is refused', () => {
  it.each(ATTACKS)('for $name', async ({ forgery, metadata, query = (right) => right, ...attack }) => {
    const begun = await beginSignOn(api, organisation.provider_id);
    const claimsBeside = { email: email(), ...forgery?.(begun).claims };
    idp.next = { nonce: begun.nonce, forgery: { ...forgery?.(begun), claims: claimsBeside } };
    idp.metadata = metadata?.() ?? {};
    await attack.meanwhile?.(begun);
    const { status, token } = await returnFromProvider(api, attack.provider?.() ?? organisation.provider_id, {
      cookie: attack.cookie?.(begun.cookie) ?? begun.cookie,
      ...query({ code: 'code', state: begun.state }),
    });
    expect(token).toBeNull();
    expect([401, 403, 409, 410, 422]).toContain(status);
    const linked = api.db.selectFrom('user_identities').selectAll();
    expect(await linked.where('provider_id', '=', organisation.provider_id).execute()).toEqual([]);
    const results = await api.db.selectFrom('sign_on_results').selectAll().execute();
    expect(results).toEqual([]);
  });

  it('in more than 25 ways', () => expect(ATTACKS.length).toBeGreaterThan(25));

  it('for the account of an administrator with an address of the organisation', async () => {
    const admin = await createAdmin(api, { email: `boss@${organisation.domain}` });
    const begun = await beginSignOn(api, organisation.provider_id);
    idp.next = { nonce: begun.nonce, forgery: { claims: { email: admin.email, sub: 'boss' } } };
    expect(await come(begun)).toMatchObject({ status: 409, token: null });
  });

  it('for an account that has become an administrator since it was linked', async () => {
    const { user_id } = await forgeSignOn(api, { idp, ...organisation }, { sub: 'later' });
    await api.db.updateTable('users').set({ role: 'admin' }).where('id', '=', user_id).execute();
    const begun = await beginSignOn(api, organisation.provider_id);
    idp.next = { nonce: begun.nonce, forgery: { claims: { email: `later@${organisation.domain}`, sub: 'later' } } };
    expect(await come(begun)).toMatchObject({ status: 409, token: null });
  });
});

describe('what a right sign-in leads to', () => {
  it('sends the verifier of the challenge to the provider', async () => {
    const begun = await beginSignOn(api, organisation.provider_id);
    expect(begun.address.searchParams.get('code_challenge_method')).toBe('S256');
    idp.next = { nonce: begun.nonce, forgery: { claims: { email: email(), sub: 'verifier' } } };
    idp.exchanges.length = 0;
    expect((await come(begun)).token).not.toBeNull();
    expect(idp.exchanges[0]?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  });

  it('is exchanged once, in the same browser', async () => {
    const begun = await beginSignOn(api, organisation.provider_id);
    idp.next = { nonce: begun.nonce, forgery: { claims: { email: email(), sub: 'exchange' } } };
    const { token } = await come(begun);
    for (const cookie of ['', `__Host-belfry-sign-on=${'x'.repeat(43)}`])
      expect((await exchangeToken(api, token, cookie)).status).toBe(410);
    expect((await exchangeToken(api, token, begun.cookie)).status).toBe(200);
    expect((await exchangeToken(api, token, begun.cookie)).status).toBe(410);
  });

  it('is worth nothing after two minutes', async () => {
    const begun = await beginSignOn(api, organisation.provider_id);
    idp.next = { nonce: begun.nonce, forgery: { claims: { email: email(), sub: 'late' } } };
    const { token } = await come(begun);
    await api.db
      .updateTable('sign_on_results')
      .set({ created_at: new Date(Date.now() - 121_000) })
      .execute();
    expect((await exchangeToken(api, token, begun.cookie)).status).toBe(410);
    await api.db.deleteFrom('sign_on_results').execute();
  });
});

describe('an issuer that people type', () => {
  const add = async (issuer: string) => {
    const owner = await createUser(api);
    const body = { name: 'Inner', issuer, client_id: 'a', client_secret: 'b' };
    return { owner, added: await api.call(providersHttp.add, owner, body) };
  };

  it.each(['http://10.0.0.1', 'https://10.0.0.1', 'https://[::1]', 'https://[::ffff:0:10.0.0.1]'])(
    'is not stored at %s',
    async (issuer) => {
      expect((await add(issuer)).added).toMatchObject({ status: 422, body: { details: [{ path: 'issuer' }] } });
    },
  );

  it('is not called where its name leads nowhere, or there without TLS', async () => {
    const { owner, added } = await add('http://elsewhere.test');
    const { body: tested } = await api.call(providersHttp.test, owner, { provider_id: added.body.provider_id });
    expect(tested).toMatchObject({ keys: 0, authorization_endpoint: null });
    expect(tested.problem).not.toBeNull();
  });
});

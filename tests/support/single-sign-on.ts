import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { signOnHttp } from '@belfry/schemas/http/single-sign-on/sign-on';
import type { TestApi } from './api.ts';
import { createAdmin, createCompany, createUser, type TestUser } from './factories.ts';
import { type HttpClient, success } from './http-client.ts';
import { CLIENT_ID, CLIENT_SECRET, type HostileProvider } from './providers/hostile-identity-provider.ts';

/** Where people reach the product; tests call the api behind it. */
export const CONSOLE = 'https://console.belfry.test';
export const SIGN_ON_SETTINGS = { PUBLIC_URL: CONSOLE };

let organisations = 0;

/** An organisation with a node, an administrator, and a provider that has proven its own mail domain. */
export async function createOrganisation(api: TestApi, issuer: string, overrides: Record<string, unknown> = {}) {
  organisations += 1;
  const domain = `organisation-${organisations}.test`;
  const owner = await createUser(api);
  const admin = await createAdmin(api);
  const node = await createCompany(api, { user_id: owner.id });
  const provider = await success(
    api.call(providersHttp.add, owner, {
      name: `Provider ${organisations}`,
      issuer,
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      domains: [domain],
      rules: [{ value: 'staff', company_id: node.company_id, role: 'announcer' }],
      ...overrides,
    }),
  );
  const { provider_id } = provider;
  await success(api.call(providersHttp.confirmDomain, admin, { provider_id, domain }));
  return { owner, admin, node, domain, provider, provider_id };
}
export type Organisation = Awaited<ReturnType<typeof createOrganisation>>;

export type Begun = { address: URL; cookie: string; state: string; nonce: string };

/** Begins a sign-in. Throws where the browser is not sent to the provider. */
export async function beginSignOn(api: HttpClient, provider: number): Promise<Begun> {
  const response = await fetch(api.address(signOnHttp.start, { provider }), { redirect: 'manual' });
  if (response.status !== 302) throw new Error(`it was refused: ${response.status} ${await response.text()}`);
  const address = new URL(response.headers.get('location') ?? '');
  const [cookie = '', ...attributes] = (response.headers.get('set-cookie') ?? '').split('; ');
  // With `Strict` the browser would not send it when the provider leads back.
  if (!['HttpOnly', 'SameSite=Lax'].every((name) => attributes.includes(name)))
    throw new Error(`the cookie has other attributes: ${attributes.join('; ')}`);
  const { searchParams } = address;
  return { address, cookie, state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '' };
}

/** The browser returns from the provider. @returns the status, and the token where it succeeded */
export async function returnFromProvider(
  api: HttpClient,
  provider: number,
  { cookie, ...query }: { cookie: string; code?: string; state?: string; iss?: string; error?: string },
): Promise<{ status: number; token: string | null; body: string }> {
  const address = api.address(signOnHttp.callback, { provider, ...query });
  const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
  const [, token = null] = response.headers.get('location')?.split('/sign-on#') ?? [];
  return { status: response.status, token, body: await response.text() };
}

/** Exchanges the token of a sign-in. */
export const exchangeToken = (api: HttpClient, token: string | null, cookie: string) =>
  api.call(signOnHttp.exchange, null, { token: token ?? '' }, { headers: { cookie } });

/** A right sign-in with a hostile provider that behaves. */
export async function forgeSignOn(
  api: HttpClient,
  { idp, provider_id, domain }: { idp: HostileProvider; provider_id: number; domain: string },
  claims: Record<string, unknown> & { sub: string },
) {
  const { nonce, state, cookie } = await beginSignOn(api, provider_id);
  idp.next = { nonce, forgery: { claims: { email: `${claims.sub}@${domain}`, ...claims } } };
  const { token, body } = await returnFromProvider(api, provider_id, { cookie, code: 'code', state });
  if (token === null) throw new Error(body);
  const { body: session } = await exchangeToken(api, token, cookie);
  return { user_id: session.id, key: session.user_key };
}

export const signInWithPassword = (api: TestApi, { email, password }: Pick<TestUser, 'email' | 'password'>) =>
  api.call(authHttp.signIn, null, { email, password });

/** Follows the redirects of a provider as a browser does, until they lead back to the product. */
export async function followProvider(address: URL, jar: Map<string, string>): Promise<URL> {
  let next = address;
  for (let hop = 0; hop < 10; hop += 1) {
    if (next.origin === CONSOLE) return next;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const text of response.headers.getSetCookie()) {
      const [pair = ''] = text.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    next = new URL(location, next);
  }
  throw new Error('the provider redirects for ever');
}

import { providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { SCIM_MEMBERS_MAX, scimHttp } from '@belfry/schemas/http/single-sign-on/scim';
import { createUser } from '../../support/factories.ts';
import { CLIENT_ID, CLIENT_SECRET } from '../../support/providers/hostile-identity-provider.ts';
import { beginSignOn, forgeSignOn, returnFromProvider } from '../../support/single-sign-on.ts';
import { done, type Input, type Inputs, next, params, type Tools } from './input.ts';

const DOMAIN = 'budget.example.com';
/** As many as a node may have members. */
const MEMBERS = 200;
/** As many as a provider may have. */
const RULES = 100;

/** Calls about identity providers, and those of a directory with as many people as it may have. */
export function singleSignOnInputs({ api, db, of, idp }: Tools): Inputs {
  const fields = { name: 'Budget', issuer: idp.issuer, client_id: CLIENT_ID };
  const groups = Array.from({ length: RULES }, (_, n) => `group-${n}`);
  // Each member has a row for everything below the node.
  const rules = groups.map((value) => ({ value, company_id: of.nodes[1], role: 'viewer' }));
  const provider = once(async () => {
    const added = { ...fields, client_secret: CLIENT_SECRET, domains: [DOMAIN], rules };
    const { provider_id } = await done(api.call(providersHttp.add, of.owner, added));
    await done(api.call(providersHttp.confirmDomain, of.root, { provider_id, domain: DOMAIN }));
    return provider_id;
  });
  const ofProvider = async (input: Input = {}): Promise<Input> => ({
    authorization: of.owner.key,
    ...input,
    params: { provider_id: await provider(), ...input.params },
  });
  const directory = once(async () => {
    const provider_id = await provider();
    const { token: key } = await done(api.call(providersHttp.makeScimToken, of.owner, { provider_id }));
    const people = Array.from({ length: SCIM_MEMBERS_MAX - 10 }, (_, n) => ({
      name: `Directory ${n}`,
      email: `directory-${n}@${DOMAIN}`,
      role: 'user' as const,
      password_hash: 'none',
    }));
    const users = await db.insertInto('users').values(people).returning(['id', 'email']).execute();
    const rows = users.map(({ id, email }) => ({ provider_id, user_id: id, user_name: email, made_account: true }));
    const stored = await db.insertInto('directory_people').values(rows).returning('person_id').execute();
    const members = stored.slice(0, MEMBERS).map(({ person_id }) => ({ value: String(person_id) }));
    const { id } = await done(api.call(scimHttp.addGroup, { key }, { displayName: 'group-0', members }));
    return { key, members, people: stored.map(({ person_id }) => person_id), group: Number(id) };
  });
  const scim = (make: (of: Awaited<ReturnType<typeof directory>>) => Input) => async (): Promise<Input> => {
    const known = await directory();
    return { authorization: known.key, ...make(known) };
  };
  const person = (n: number): object => {
    const email = `new-${n}@${DOMAIN}`;
    return { userName: email, displayName: `New ${n}`, emails: [{ value: email, primary: true }] };
  };
  const somebody = () => {
    const sub = `person-${next()}`;
    return { sub, email: `${sub}@${DOMAIN}`, groups };
  };
  /** The browser of somebody who has signed in at the provider. */
  const returning = async () => {
    const { nonce, state, cookie } = await beginSignOn(api, await provider());
    idp.next = { nonce, forgery: { claims: somebody() } };
    return { code: 'x'.repeat(4_000), state, cookie };
  };
  const logoutToken = async (): Promise<string> => {
    const claims = somebody();
    await forgeSignOn(api, { idp, provider_id: await provider(), domain: DOMAIN }, claims);
    const iat = Math.floor(Date.now() / 1_000);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const times = { iat, exp: iat + 120, jti: crypto.randomUUID() as string };
    return idp.token({ iss: idp.issuer, aud: CLIENT_ID, sub: claims.sub, events, ...times });
  };

  return {
    'post /single-sign-on/providers': [
      async () => {
        const { key } = await createUser({ db });
        return { authorization: key, body: { ...fields, client_secret: 'secret' } };
      },
    ],
    'put /single-sign-on/providers/{provider_id}': [
      async () => {
        const list = await done(api.call(providersHttp.list, of.owner));
        const id = await provider();
        const { revision } = list.find(({ provider_id }) => provider_id === id) ?? { revision: 1 };
        return ofProvider({ body: { ...fields, domains: [DOMAIN], rules, revision } });
      },
    ],
    'delete /single-sign-on/providers/{provider_id}': [
      async () => {
        const { key } = await createUser({ db });
        const { provider_id } = await done(api.call(providersHttp.add, { key }, { ...fields, client_secret: 'x' }));
        return { authorization: key, params: { provider_id } };
      },
    ],
    'post /single-sign-on/providers/{provider_id}/test': [() => ofProvider()],
    'post /single-sign-on/providers/{provider_id}/domains/{domain}/check': [
      () => ofProvider({ params: { domain: DOMAIN }, refused: 'the domain has no such record' }),
    ],
    'post /single-sign-on/providers/{provider_id}/domains/{domain}/confirm': [
      () => ofProvider({ params: { domain: DOMAIN }, authorization: of.root.key }),
    ],
    'post /single-sign-on/providers/{provider_id}/scim-token': [
      async () => {
        const { key } = await createUser({ db });
        const { provider_id } = await done(api.call(providersHttp.add, { key }, { ...fields, client_secret: 'x' }));
        return { authorization: key, params: { provider_id } };
      },
    ],
    'delete /single-sign-on/providers/{provider_id}/scim-token': [
      async () => {
        const { key } = await createUser({ db });
        const { provider_id } = await done(api.call(providersHttp.add, { key }, { ...fields, client_secret: 'x' }));
        return { authorization: key, params: { provider_id } };
      },
    ],
    'get /auth/oidc/{provider}/start': [async () => params({ provider: await provider() })],
    'get /auth/oidc/{provider}/callback': [
      async () => {
        const { cookie, ...answer } = await returning();
        return { params: { provider: await provider() }, query: answer, headers: { cookie } };
      },
    ],
    'post /auth/oidc/session': [
      async () => {
        const back = await returning();
        const { token } = await returnFromProvider(api, await provider(), back);
        return { body: { token }, headers: { cookie: back.cookie } };
      },
    ],
    'post /auth/oidc/{provider}/logout': [
      async () => ({
        params: { provider: await provider() },
        body: new URLSearchParams({ logout_token: await logoutToken() }).toString(),
      }),
    ],
    'get /scim/v2/ServiceProviderConfig': [scim(() => ({}))],
    'get /scim/v2/Schemas': [scim(() => ({}))],
    'get /scim/v2/Schemas/{id}': [scim(() => params({ id: 'urn:ietf:params:scim:schemas:core:2.0:User' }))],
    'get /scim/v2/ResourceTypes': [scim(() => ({}))],
    'get /scim/v2/ResourceTypes/{id}': [scim(() => params({ id: 'User' }))],
    'get /scim/v2/Users': [scim(() => ({ query: { count: 200 } }))],
    'get /scim/v2/Users/{id}': [scim(({ people }) => ({ params: { id: people[0] } }))],
    'post /scim/v2/Users': [scim(() => ({ body: person(next()) }))],
    'put /scim/v2/Users/{id}': [scim(({ people }) => ({ params: { id: people[1] }, body: person(next()) }))],
    'patch /scim/v2/Users/{id}': [
      scim(({ people }) => ({
        params: { id: people[2] },
        body: { Operations: [{ op: 'replace', path: 'active', value: false }] },
      })),
    ],
    'delete /scim/v2/Users/{id}': [scim(({ people }) => ({ params: { id: people.pop() } }))],
    'get /scim/v2/Groups': [scim(() => ({ query: { count: 200 } }))],
    'get /scim/v2/Groups/{id}': [scim(({ group }) => ({ params: { id: group } }))],
    'post /scim/v2/Groups': [scim(({ members }) => ({ body: { displayName: `added-${next()}`, members } }))],
    'put /scim/v2/Groups/{id}': [
      scim(({ group, members }) => ({ params: { id: group }, body: { displayName: 'group-0', members } })),
    ],
    'patch /scim/v2/Groups/{id}': [
      scim(({ group, members }) => ({
        params: { id: group },
        body: { Operations: [{ op: 'replace', path: 'members', value: members }] },
      })),
    ],
    'delete /scim/v2/Groups/{id}': [
      async () => {
        const { key, members } = await directory();
        const { id } = await done(api.call(scimHttp.addGroup, { key }, { displayName: `gone-${next()}`, members }));
        return { authorization: key, params: { id } };
      },
    ],
  };
}

/** Makes a value when it is first needed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

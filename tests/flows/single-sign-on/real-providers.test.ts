import { providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { scimHttp } from '@belfry/schemas/http/single-sign-on/scim';
import { signOnHttp } from '@belfry/schemas/http/single-sign-on/sign-on';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type HostileProvider,
  startHostileProvider,
} from '../../support/providers/hostile-identity-provider.ts';
import {
  beginSignOn,
  createOrganisation,
  exchangeToken,
  type Organisation,
  returnFromProvider,
  SIGN_ON_SETTINGS,
} from '../../support/single-sign-on.ts';

/** What Entra ID, Keycloak, Authentik, Okta, Dex, Authelia, Zitadel and Google send, as far as it differs. */
let api: TestApi;
let idp: HostileProvider;
let organisation: Organisation;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, SIGN_ON_SETTINGS);
  idp = await startHostileProvider();
});
afterAll(() => idp.stop());
beforeEach(async () => {
  idp.metadata = {};
  organisation = await createOrganisation(api, idp.issuer);
});

type Claims = Record<string, unknown>;
const CASES = join(import.meta.dirname, '../../cases');
const readCase = (path: string): Claims => JSON.parse(readFileSync(join(CASES, path), 'utf8')) as Claims;

/** Claims of a case, for a person and the domain of this organisation. Those that a case lacks are not sent. */
function claimsOf(name: string): Claims {
  const { email, ...claims } = readCase(`claims/${name}.json`);
  const own = typeof email === 'string' ? email.replace(/@.*$/, `@${organisation.domain}`) : undefined;
  return { email_verified: undefined, groups: undefined, name: undefined, email: own, ...claims };
}

async function signIn(claims: Claims) {
  const { nonce, state, cookie } = await beginSignOn(api, organisation.provider_id);
  idp.next = { nonce, forgery: { claims, userinfo: { sub: claims['sub'] } } };
  const { token, body, status } = await returnFromProvider(api, organisation.provider_id, {
    cookie,
    code: 'code',
    state,
  });
  if (token === null) return { status, refusal: body, id: 0 };
  const session = await exchangeToken(api, token, cookie);
  return { status: session.status, refusal: '', id: session.body.id };
}
const change = async (changes: object) => {
  const list = await success(api.call(providersHttp.list, organisation.owner));
  const { provider_id, name, issuer, client_id, domains, roles_claim, revision } = list[0]!;
  const rules = [{ value: 'staff', company_id: organisation.node.company_id, role: 'announcer' }];
  const body = { provider_id, name, issuer, client_id, roles_claim, rules, revision, ...changes };
  return success(
    api.call(providersHttp.change, organisation.owner, { ...body, domains: domains.map(({ domain }) => domain) }),
  );
};
const read = async () => (await success(api.call(providersHttp.list, organisation.owner)))[0]!;
const rolesOf = async (user_id: number) => {
  const rows = api.db.selectFrom('memberships').select('role').where('user_id', '=', user_id);
  return (await rows.execute()).map(({ role }) => role);
};

describe('an address that the provider does not call verified', () => {
  const UNVERIFIED = ['entra_without_email_verified', 'email_verified_false', 'email_verified_text'];

  it.each(UNVERIFIED)('%s is refused by the name of the claim, and taken where the owner trusts it', async (name) => {
    const refused = await signIn(claimsOf(name));
    expect(refused).toMatchObject({ status: 403, refusal: expect.stringContaining('email_verified') });
    const { last_refusal, last_refusal_at } = await read();
    expect(last_refusal).toMatch(new RegExp(`^.@${organisation.domain}: .*email_verified`));
    expect(Date.now() - Date.parse(last_refusal_at ?? '')).toBeLessThan(60_000);
    await change({ trusts_email: true });
    expect(await signIn(claimsOf(name))).toMatchObject({ status: 200 });
    // Of the domains that are proven only.
    const foreign = { ...claimsOf(name), sub: 'another', email: 'a@foreign.test' };
    expect(await signIn(foreign)).toMatchObject({ status: 403, refusal: expect.stringContaining('organisation') });
  });

  it.each([true, 1, '1', 'true'])('is taken where Entra ID has verified its domain: xms_edov %j', async (xms_edov) => {
    expect(await signIn({ ...claimsOf('entra_xms_edov'), xms_edov })).toMatchObject({ status: 200 });
  });

  it.each([false, 0, '0', 'false', null, {}, []])('is refused with xms_edov %j', async (xms_edov) => {
    expect(await signIn({ ...claimsOf('entra_xms_edov'), xms_edov })).toMatchObject({ status: 403 });
  });

  it('may be the name of the user where a trusted provider sends no other', async () => {
    const entra = {
      sub: 'u-1',
      email: undefined,
      email_verified: undefined,
      preferred_username: `u@${organisation.domain}`,
    };
    expect(await signIn(entra)).toMatchObject({ status: 403, refusal: expect.stringContaining('claim email') });
    await change({ trusts_email: true });
    expect(await signIn(entra)).toMatchObject({ status: 200 });
  });
});

it('an address in capitals is the account in small letters', async () => {
  const user = await createUser(api, { email: `first.last@${organisation.domain}` });
  expect((await signIn(claimsOf('mail_in_capitals'))).id).toBe(user.id);
});

describe('groups', () => {
  it.each([
    ['a path of Keycloak', 'realm_access.roles', 'keycloak_nested', {}],
    [
      'a path with the dots of a client',
      'resource_access.app.example.roles',
      'keycloak_nested',
      {
        resource_access: { 'app.example': { roles: ['staff'] } },
      },
    ],
    [
      'the address that Auth0 demands',
      'https://example.org/groups',
      'keycloak_nested',
      {
        'https://example.org/groups': ['Staff'],
      },
    ],
    [
      'the names of an object of Zitadel',
      'urn:zitadel:iam:org:project:roles',
      'keycloak_nested',
      {
        'urn:zitadel:iam:org:project:roles': { staff: { 1: 'x' } },
      },
    ],
    ['a slash in front', 'groups', 'group_with_slash', {}],
    ['one text', 'groups', 'group_with_slash', { groups: 'STAFF' }],
  ])('%s', async (_, roles_claim, name, more) => {
    await change({ roles_claim });
    const { id } = await signIn({ ...claimsOf(name), ...more });
    expect(await rolesOf(id)).toEqual(['announcer']);
  });

  it.each([['/company/staff'], ['staff/'], ['realm_access']])('%s is no group staff', async (group) => {
    const { id } = await signIn({ ...claimsOf('group_with_slash'), groups: [group] });
    expect(await rolesOf(id)).toEqual([]);
  });

  it.each(['groups_overage', 'hasgroups'])('%s keeps those of the sign-in before, and says so', async (name) => {
    const first = await signIn({ ...claimsOf(name), _claim_names: undefined, hasgroups: undefined, groups: ['staff'] });
    expect(await rolesOf(first.id)).toEqual(['announcer']);
    const { id } = await signIn(claimsOf(name));
    expect([id, await rolesOf(id), (await read()).groups_left_out]).toEqual([first.id, ['announcer'], 1]);
    await signIn({ ...claimsOf(name), _claim_names: undefined, hasgroups: undefined, groups: [] });
    expect([await rolesOf(id), (await read()).groups_left_out]).toEqual([[], 0]);
  });

  it('are asked for by the scope of that name where the provider offers it, unless that is turned off', async () => {
    const scope = async () => (await beginSignOn(api, organisation.provider_id)).address.searchParams.get('scope');
    expect(await scope()).toBe('openid email profile');
    idp.metadata = { scopes_supported: ['openid', 'email', 'profile', 'groups', 'offline_access'] };
    expect(await scope()).toBe('openid email profile groups');
    await change({ asks_groups: false });
    expect(await scope()).toBe('openid email profile');
  });
});

describe('the test of a provider', () => {
  const test = async (issuer: string, owner = organisation.owner) => {
    const body = { name: 'Spelled', issuer, client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
    const { provider_id } = await success(api.call(providersHttp.add, owner, body));
    return success(api.call(providersHttp.test, owner, { provider_id }));
  };

  it.each(['/', '/.well-known/openid-configuration'])('shows both spellings of an issuer with %s', async (end) => {
    const { problem, issuer } = await test(`${idp.issuer}${end}`, await createUser(api));
    expect(issuer).toBe(idp.issuer);
    expect(problem).toContain(`calls itself ${idp.issuer}, but ${idp.issuer}${end} was entered`);
  });

  it('names the address for many organisations as one', async () => {
    idp.metadata = { issuer: `${idp.issuer}/{tenantid}/v2.0` };
    expect((await test(idp.issuer, await createUser(api))).problem).toContain('for many organisations');
  });

  it('finds nothing wrong with the right one', async () => {
    expect(await test(idp.issuer, await createUser(api))).toMatchObject({ problem: null, issuer: null });
  });
});

describe('what cannot be verified', () => {
  it.each([
    ['nonce', { nonce: 'other' }],
    ['aud', { aud: 'other' }],
    ['iss', { iss: 'https://other.test' }],
    ['exp', { exp: 1_000 }],
  ])('is named: %s', async (claim, claims) => {
    const { refusal } = await signIn({ ...claimsOf('group_with_slash'), ...claims });
    expect(refusal).toContain(claim);
    expect((await read()).last_refusal).toContain(claim);
  });

  it('is the code of the provider, and none of its texts', async () => {
    const { state, cookie } = await beginSignOn(api, organisation.provider_id);
    const query = { cookie, state, error: 'invalid_scope' };
    const { body } = await returnFromProvider(api, organisation.provider_id, query);
    expect(body).toContain('invalid_scope');
    const again = await beginSignOn(api, organisation.provider_id);
    const text = { cookie: again.cookie, state: again.state, error: 'Call <b>0900</b>' };
    expect((await returnFromProvider(api, organisation.provider_id, text)).body).not.toContain('0900');
  });
});

it('two tabs of one browser sign in one after the other', async () => {
  const start = async (cookie?: string) => {
    const address = api.address(signOnHttp.start, { provider: organisation.provider_id });
    const response = await fetch(address, { redirect: 'manual', headers: cookie === undefined ? {} : { cookie } });
    const { searchParams } = new URL(response.headers.get('location') ?? '');
    const [set = ''] = (response.headers.get('set-cookie') ?? '').split(';');
    return { cookie: set, state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '' };
  };
  const first = await start();
  const second = await start(first.cookie);
  const cookie = second.cookie;
  for (const { state, nonce } of [first, second]) {
    idp.next = { nonce, forgery: { claims: { email: `tabs@${organisation.domain}` } } };
    const { token } = await returnFromProvider(api, organisation.provider_id, { cookie, code: 'code', state });
    expect((await exchangeToken(api, token, cookie)).status).toBe(200);
  }
});

describe('a directory', () => {
  async function connect() {
    const { token } = await success(api.call(providersHttp.makeScimToken, organisation.owner, organisation));
    const key = { key: `Bearer ${token}` };
    const body = readCase('scim/put_without_active.json');
    const email = `a@${organisation.domain}`;
    const person = { ...body, userName: email, emails: [{ value: email, primary: true }] };
    const made = await api.call(scimHttp.addUser, key, person);
    expect(made.status).toBe(201);
    return { key, person, id: made.body.id };
  }

  it('that names an unknown member stores the known one, and the other is named', async () => {
    const { key, id } = await connect();
    const text = JSON.stringify(readCase('scim/group_with_unknown_member.json')).replace('KNOWN', id);
    const { status, body } = await api.call(scimHttp.addGroup, key, JSON.parse(text) as object);
    expect([status, body.members.map(({ value }) => value)]).toEqual([201, [id]]);
    expect((await read()).last_refusal).toBe('The group "staff" names members that are not there: 999999');
    const add = { Operations: [{ op: 'add', path: 'members', value: [{ value: 'not-an-id' }] }] };
    const patched = await api.call(scimHttp.patchGroup, key, { id: body.id, ...add });
    expect([patched.status, patched.body.members.map(({ value }) => value)]).toEqual([200, [id]]);
    expect((await read()).last_refusal).toContain('not-an-id');
  });

  it('that replaces a person without saying whether they are active leaves that as it is', async () => {
    const { key, id, person } = await connect();
    const put = async (more: object) =>
      (await api.call(scimHttp.replaceUser, key, { id, ...person, ...more })).body.active;
    expect([await put({}), await put({ active: false }), await put({}), await put({ active: true })]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('reads what there is', async () => {
    const { key } = await connect();
    const types = await api.call(scimHttp.resourceTypes, key);
    expect(types.body.Resources.map(({ id, endpoint }) => [id, endpoint])).toEqual([
      ['User', '/Users'],
      ['Group', '/Groups'],
    ]);
    expect((await api.call(scimHttp.resourceType, key, { id: 'User' })).body).toMatchObject({
      schema: expect.stringContaining(':User'),
    });
    const { body } = await api.call(scimHttp.schemas, key);
    for (const { id, attributes } of body.Resources) {
      const one = await api.call(scimHttp.schema, key, { id: String(id) });
      expect([one.status, one.body]).toMatchObject([200, { id, attributes }]);
    }
    expect((await api.call(scimHttp.schema, key, { id: 'urn:other' })).status).toBe(404);
  });
});

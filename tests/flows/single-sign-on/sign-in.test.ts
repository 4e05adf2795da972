import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { signOnHttp } from '@belfry/schemas/http/single-sign-on/sign-on';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createUser } from '../../support/factories.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../../support/providers/openid-provider.ts';
import {
  beginSignOn,
  CONSOLE,
  createOrganisation,
  exchangeToken,
  followProvider,
  type Organisation,
  returnFromProvider,
  signInWithPassword,
  SIGN_ON_SETTINGS,
} from '../../support/single-sign-on.ts';
import { CLIENT_ID, CLIENT_SECRET } from '../../support/providers/hostile-identity-provider.ts';

let api: TestApi;
let idp: OpenIdProvider;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, SIGN_ON_SETTINGS);
  idp = await startOpenIdProvider();
});
afterAll(() => idp.stop());

let organisation: Organisation;
let subjects = 0;
beforeEach(async () => {
  idp.pause(false);
  organisation = await createOrganisation(api, idp.issuer);
  idp.register({
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    redirect_uri: `${CONSOLE}/api/auth/oidc/${organisation.provider_id}/callback`,
    logout_uri: `${api.url}/api/auth/oidc/${organisation.provider_id}/logout`,
  });
});

/** A person at the provider. @returns the subject */
function addPerson(
  overrides: Partial<{ email: string; email_verified: boolean; name: string; groups: string[] }> = {},
) {
  subjects += 1;
  const subject = `subject-${subjects}`;
  const person = {
    email: `${subject}@${organisation.domain}`,
    email_verified: true,
    name: `Person ${subjects}`,
    groups: ['staff'],
  };
  idp.people.set(subject, { ...person, ...overrides });
  return { subject, email: overrides.email ?? person.email };
}

/** The whole way of a browser. */
async function signOn(subject: string) {
  idp.signIn.as = subject;
  const { address, cookie } = await beginSignOn(api, organisation.provider_id);
  const back = await followProvider(address, new Map());
  const query = Object.fromEntries(back.searchParams);
  const { token, body, status } = await returnFromProvider(api, organisation.provider_id, { cookie, ...query });
  return {
    status,
    refusal: body,
    token,
    cookie,
    answer: token === null ? null : await exchangeToken(api, token, cookie),
  };
}
const keyOf = async (subject: string) => (await signOn(subject)).answer?.body.user_key ?? '';
const profileOf = (key: string) => api.call(usersHttp.profile, { key });
const membershipsOf = (user_id: number) =>
  api.db
    .selectFrom('memberships')
    .select(['company_id', 'role', 'may_emergency', 'provider_id'])
    .where('user_id', '=', user_id)
    .orderBy('role')
    .execute();

describe('a sign-in with an identity provider', () => {
  it('makes an account without a password, with the role of the rule, and finds it again by issuer and subject', async () => {
    const { subject, email } = addPerson();
    const first = await signOn(subject);
    expect(first.answer?.status).toBe(200);
    const { body } = await profileOf(first.answer?.body.user_key ?? '');
    expect(body).toMatchObject({ email, email_confirm: true, role: 'user' });
    const id = first.answer?.body.id ?? 0;
    expect(await membershipsOf(id)).toEqual([
      {
        company_id: organisation.node.company_id,
        role: 'announcer',
        may_emergency: false,
        provider_id: organisation.provider_id,
      },
    ]);
    // The address of the person may change at the provider; the subject decides.
    idp.people.set(subject, {
      email: 'elsewhere@foreign.test',
      email_verified: false,
      name: 'Other',
      groups: ['staff'],
    });
    expect((await signOn(subject)).answer?.body.id).toBe(id);
    expect((await signInWithPassword(api, { email, password: '' })).status).toBe(400);
    expect((await signInWithPassword(api, { email, password: 'Secret-1' })).status).toBe(401);
  });

  it('links the account with the verified address, which keeps its password', async () => {
    const { subject, email } = addPerson();
    const user = await createUser(api, { email });
    expect((await signOn(subject)).answer?.body.id).toBe(user.id);
    expect((await signInWithPassword(api, user)).status).toBe(200);
  });

  it('leaves nothing to somebody who has registered the address and never proven it', async () => {
    const { subject, email } = addPerson();
    const squatter = await createUser(api, { email, email_confirm: false });
    expect((await signOn(subject)).answer?.body.id).toBe(squatter.id);
    expect((await signInWithPassword(api, squatter)).status).toBe(401);
    expect((await profileOf(squatter.key)).status).toBe(401);
  });

  it('asks for the second factor of an account that has one', async () => {
    const { subject, email } = addPerson();
    const user = await createUser(api, { email });
    await api.db
      .insertInto('two_factor')
      .values({ user_id: user.id, secret: Buffer.from('x'), enabled_at: new Date() })
      .execute();
    expect((await signOn(subject)).answer?.body).toMatchObject({ two_factor_required: true });
  });

  it('makes the memberships equal to the claims each time, and leaves those that people have made', async () => {
    const { subject } = addPerson();
    const { answer } = await signOn(subject);
    const id = answer?.body.id ?? 0;
    const byHand = { company_id: organisation.node.company_id, user_id: id, role: 'technician', rights: 33 } as const;
    await api.db.insertInto('memberships').values(byHand).execute();
    idp.people.set(subject, { ...required(idp.people.get(subject)), groups: ['others'] });
    await signOn(subject);
    expect(await membershipsOf(id)).toEqual([
      { company_id: byHand.company_id, role: 'technician', may_emergency: false, provider_id: null },
    ]);
    expect(api.broker.disconnected).toContainEqual({ kind: 'console', ids: [String(id)] });
  });

  it('follows changed rules at once', async () => {
    const { subject } = addPerson();
    const id = (await signOn(subject)).answer?.body.id ?? 0;
    const { name, issuer, client_id, revision } = organisation.provider;
    const rules = [{ value: 'STAFF', company_id: organisation.node.company_id, role: 'manager', may_emergency: true }];
    const change = {
      provider_id: organisation.provider_id,
      name,
      issuer,
      client_id,
      domains: [organisation.domain],
      rules,
    };
    const stale = await api.call(providersHttp.change, organisation.owner, {
      ...change,
      revision: revision + 1,
    });
    expect(stale.body.code).toBe('edit_conflict');
    expect((await api.call(providersHttp.change, organisation.owner, { ...change, revision })).status).toBe(200);
    expect(await membershipsOf(id)).toMatchObject([{ role: 'manager', may_emergency: true }]);
  });

  it('works after the provider has changed its keys', async () => {
    const { subject } = addPerson();
    expect((await signOn(subject)).answer?.status).toBe(200);
    idp.changeKeys();
    expect((await signOn(subject)).answer?.status).toBe(200);
  });

  it('ends with a logout of the provider: every session, and the memberships until the next sign-in', async () => {
    const { subject } = addPerson();
    const key = await keyOf(subject);
    const id = (await profileOf(key)).body.id;
    await idp.logOut(subject);
    expect((await profileOf(key)).status).toBe(401);
    expect(await membershipsOf(id)).toEqual([]);
    await keyOf(subject);
    expect(await membershipsOf(id)).toHaveLength(1);
  });
});

describe('while the provider is away', () => {
  it('a browser is sent to the sign-in page with the reason, and other clients get an error', async () => {
    idp.pause(true);
    const address = api.address(signOnHttp.start, { provider: organisation.provider_id });
    const shown = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } });
    expect(shown.headers.get('location')).toBe(`${CONSOLE}/login?sign_on=unavailable`);
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(422);
  });

  it('people use their password if they may, and the owner and administrators always', async () => {
    const { subject, email } = addPerson();
    const member = await createUser(api, { email });
    await signOn(subject);
    idp.pause(true);
    expect((await signInWithPassword(api, member)).status).toBe(200);
    await forbidPasswords();
    const { status, body } = await signInWithPassword(api, member);
    expect(status).toBe(403);
    expect(body.error).toContain(organisation.provider.name);
    expect((await signInWithPassword(api, organisation.owner)).status).toBe(200);
    expect((await signInWithPassword(api, organisation.admin)).status).toBe(200);
  });

  const forbidPasswords = () =>
    api.db
      .updateTable('identity_providers')
      .set({ passwords_allowed: false })
      .where('provider_id', '=', organisation.provider_id)
      .execute();
});

describe('the sign-in page', () => {
  const offered = async (email?: string) =>
    (await api.call(signOnHttp.offered, null, email === undefined ? {} : { email })).body.providers;

  it('offers a provider for its proven domain only', async () => {
    const mine = { provider: organisation.provider_id, name: organisation.provider.name };
    expect(await offered(`somebody@${organisation.domain.toUpperCase()}`)).toEqual([mine]);
    expect(await offered('somebody@elsewhere.test')).toEqual([]);
    expect(await offered()).toEqual([]);
  });

  it('offers one to everybody that an administrator has chosen for it', async () => {
    const { name, issuer, client_id } = organisation.provider;
    const body = { name, issuer, client_id, provider_id: organisation.provider_id, revision: 1, show_on_sign_in: true };
    expect((await api.call(providersHttp.change, organisation.owner, body)).status).toBe(403);
    expect((await api.call(providersHttp.change, organisation.admin, body)).status).toBe(200);
    expect(await offered()).toHaveLength(1);
    await api.call(providersHttp.remove, organisation.admin, { provider_id: body.provider_id });
  });
});

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is not there');
  return value;
}

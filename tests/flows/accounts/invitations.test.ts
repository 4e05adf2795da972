import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { codeIn, mailTo, tokenIn } from '../../support/outbox.ts';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { invitationsHttp } from '@belfry/schemas/http/accounts/invitations';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { newRegistration } from '../../support/accounts.ts';

let api: TestApi;
let admin: TestUser;
let root: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, { REGISTRATION: 'invite' });
  admin = await createAdmin(api);
  root = await createUser(api, { role: 'root' });
});

const invite = (email: string, by = admin) => api.call(invitationsHttp.invite, by, { email });
const read = (token: string) => api.call(registrationHttp.readInvitation, null, { token });
const list = async (by = admin) => (await api.call(invitationsHttp.list, by)).body.map(({ email }) => email);

/** Invites the person of a registration. @returns the token of the mail */
async function invited(email: string, by = admin): Promise<string> {
  expect((await invite(email, by)).status).toBe(201);
  return tokenIn((await mailTo(api, email)).text);
}

describe('where registration needs an invitation', () => {
  it('says so before and refuses others', async () => {
    expect((await api.call(registrationHttp.mode, null)).body).toEqual({ mode: 'invite' });
    expect(await api.call(registrationHttp.register, null, newRegistration())).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    const wrong = await api.call(registrationHttp.register, null, { ...newRegistration(), invitation: 'unknown' });
    expect(wrong).toMatchObject({ status: 410, body: { code: 'link_expired' } });
    expect(await read('unknown')).toMatchObject({ status: 410, body: { code: 'link_expired' } });
  });

  it('an invited person registers once, with the full quotas', async () => {
    const person = newRegistration();
    const invitation = await invited(person.email);
    expect(await list()).toContain(person.email);
    expect((await read(invitation)).body).toEqual({ email: person.email });
    expect((await api.call(registrationHttp.register, null, { ...person, invitation })).status).toBe(200);
    // Who goes back from the confirmation to correct something still has it.
    expect((await read(invitation)).status).toBe(200);
    expect(await list()).not.toContain(person.email);
    const code = codeIn((await mailTo(api, person.email, 2)).text);
    await api.call(registrationHttp.confirmEmail, null, { email: person.email, code });
    const signedIn = await api.call(authHttp.signIn, null, { email: person.email, password: person.password });
    const profile = await api.call(usersHttp.profile, { key: signedIn.body['user_key'] });
    expect(profile.body['full_quotas']).toBe(true);
    expect((await read(invitation)).status).toBe(410);
    const again = await api.call(registrationHttp.register, null, { ...newRegistration(), invitation });
    expect(again.status).toBe(410);
  });

  it('an invitation is for its own address only', async () => {
    const invitation = await invited(newRegistration().email);
    expect((await api.call(registrationHttp.register, null, { ...newRegistration(), invitation })).status).toBe(422);
  });

  it.each([
    ['was revoked', async (id: number) => void (await api.call(invitationsHttp.revoke, admin, { id }))],
    [
      'is older than seven days',
      async (id: number) =>
        void (await sql`update invitations set expires_at = now() where id = ${id}`.execute(api.db)),
    ],
  ])('an invitation that %s opens nothing and is not listed', async (_what, end) => {
    const person = newRegistration();
    const { body } = await invite(person.email);
    const invitation = tokenIn((await mailTo(api, person.email)).text);
    await end(body.id);
    expect((await read(invitation)).status).toBe(410);
    expect((await api.call(registrationHttp.register, null, { ...person, invitation })).status).toBe(410);
    expect(await list()).not.toContain(person.email);
  });

  it('a newer invitation replaces the earlier one', async () => {
    const person = newRegistration();
    const first = await invited(person.email);
    await invite(person.email);
    await mailTo(api, person.email, 2);
    expect((await api.call(registrationHttp.register, null, { ...person, invitation: first })).status).toBe(410);
  });

  it('nobody is invited who has an account, and only administrators invite', async () => {
    const user = await createUser(api);
    expect(await invite(user.email)).toMatchObject({ status: 409, body: { code: 'user_exists' } });
    expect((await invite(newRegistration().email, user)).status).toBe(403);
  });

  it('an admin neither sees nor ends the invitations of a root', async () => {
    const person = newRegistration();
    const { body } = await invite(person.email, root);
    expect(await list()).not.toContain(person.email);
    expect(await list(root)).toContain(person.email);
    const ended = (by: TestUser) => api.call(invitationsHttp.revoke, by, { id: body.id });
    expect((await ended(admin)).status).toBe(404);
    expect((await ended(root)).status).toBe(204);
  });
});

describe('where registration is off', () => {
  it('says so and refuses everybody', async () => {
    await changeSettings(api, { REGISTRATION: 'off' });
    expect((await api.call(registrationHttp.mode, null)).body).toEqual({ mode: 'off' });
    expect(await api.call(registrationHttp.register, null, newRegistration())).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  });
});

import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { expect } from 'vitest';
import { newRegistration } from '../../support/accounts.ts';
import type { TestApi } from '../../support/api.ts';
import { createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { codeIn, mailTo, tokenIn } from '../../support/outbox.ts';
import { createMember, createShops } from '../../support/teams.ts';

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  chain = await createShops(api);
});

/** Invites a new address to the own shop. */
async function inviteSomebody(role: 'viewer' | 'planner' = 'planner') {
  const registration = newRegistration();
  const { company_id } = chain.own.company;
  const added = await api.call(teamsHttp.add, chain.owner, { company_id, email: registration.email, role });
  expect(added).toMatchObject({ status: 201, body: { invitation_id: expect.any(Number) as number } });
  const token = tokenIn((await mailTo(api, registration.email)).text);
  return { registration, token, company_id, invitation_id: added.body.invitation_id };
}

/** The open invitations to this address. */
async function openTo(address: string) {
  const { company_id } = chain.own.company;
  const { body } = await api.call(teamsHttp.invitations, chain.owner, { company_id });
  return body.filter(({ email }) => email === address);
}

flow('an unknown address is invited, registers, and accepts once', async () => {
  const { registration, token, company_id } = await inviteSomebody();
  expect((await api.call(teamsHttp.readInvitation, null, { token })).body).toEqual({
    email: registration.email,
    company_name: 'Shop 12',
    role: 'planner',
    invited_by: expect.any(String) as string,
    has_account: false,
  });
  const { email: address } = registration;
  const registered = await api.call(registrationHttp.register, null, { ...registration, invitation: token });
  expect(registered.status).toBe(200);
  const code = codeIn((await mailTo(api, address, 2)).text);
  expect((await api.call(registrationHttp.confirmEmail, null, { email: address, code })).status).toBe(200);
  const { email, password } = registration;
  const { body: session } = await api.call(authHttp.signIn, null, { email, password });
  const person = { key: session.user_key };
  expect((await api.call(companiesHttp.info, person, { company_id })).status).toBe(404);
  expect((await api.call(teamsHttp.accept, person, { token })).status).toBe(200);
  expect((await api.call(companiesHttp.info, person, { company_id })).status).toBe(200);
  expect((await api.call(teamsHttp.accept, person, { token })).status).toBe(410);
  expect(await openTo(registration.email)).toEqual([]);
});

flow('a link is for its address only, and ends with a new one and with its revocation', async () => {
  const { token, invitation_id, registration } = await inviteSomebody('viewer');
  const somebody = await createUser(api);
  expect((await api.call(teamsHttp.accept, somebody, { token })).status).toBe(422);
  const resent = await api.call(teamsHttp.resend, chain.owner, { invitation_id });
  expect(resent).toMatchObject({ status: 200, body: { email: registration.email } });
  expect((await api.call(teamsHttp.readInvitation, null, { token })).status).toBe(410);
  expect(await openTo(registration.email)).toHaveLength(1);
  expect((await api.call(teamsHttp.revoke, chain.owner, { invitation_id })).status).toBe(204);
  expect((await api.call(teamsHttp.revoke, chain.owner, { invitation_id })).status).toBe(404);
  expect(await openTo(registration.email)).toEqual([]);
});

flow('only managers invite, and see invitations', async () => {
  const planner = await createMember(api, chain.owner, chain.own.company, { role: 'planner' });
  const { company_id } = chain.own.company;
  const body = { company_id, email: newRegistration().email, role: 'viewer' };
  expect((await api.call(teamsHttp.add, planner, body)).status).toBe(403);
  expect((await api.call(teamsHttp.invitations, planner, { company_id })).status).toBe(403);
  const stranger = await createUser(api);
  expect((await api.call(teamsHttp.add, stranger, body)).status).toBe(404);
});

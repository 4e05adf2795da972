import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { requiredSecondFactorHttp } from '@belfry/schemas/http/accounts/required-second-factor';
import { responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { recipientsHttp } from '@belfry/schemas/http/mail/recipients';
import { accessHttp } from '@belfry/schemas/http/teams/access';
import { TEAM_LIMITS, teamsHttp } from '@belfry/schemas/http/teams/members';
import { ownInvitationsHttp } from '@belfry/schemas/http/teams/own-invitations';
import { settingsHttp } from '@belfry/schemas/http/accounts/settings';
import { expect } from 'vitest';
import { newRegistration } from '../../support/accounts.ts';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { mailTo, tokenIn } from '../../support/outbox.ts';
import { createShops, makeMember } from '../../support/teams.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const invite = async (
  chain: Awaited<ReturnType<typeof createShops>>,
  { email }: Pick<TestUser, 'email'>,
  by = chain.owner,
) => api.call(teamsHttp.add, by, { company_id: chain.own.company.company_id, email, role: 'planner' });
const invitationsOf = async (person: TestUser) => (await api.call(ownInvitationsHttp.list, person)).body;

flow('a known account is invited as an unknown one is, and is a member once the person accepts', async () => {
  const [chain, person] = [await createShops(api), await createUser(api)];
  const [known, unknown] = [await invite(chain, person), await invite(chain, newRegistration())];
  expect([known.status, unknown.status]).toEqual([201, 201]);
  expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
  expect((await mailTo(api, person.email)).text).toContain('/invitation?token=');
  expect((await api.call(accessHttp.rights, person)).body).toEqual([]);
  const { body: listed } = await api.call(teamsHttp.list, chain.owner, { company_id: chain.own.company.company_id });
  expect(listed).toEqual([]);
  const [own] = await invitationsOf(person);
  expect(own).toMatchObject({ company_name: 'Shop 12', role: 'planner', invited_by: expect.any(String) as string });
  const invitation_id = own?.invitation_id ?? 0;
  const stranger = await createUser(api);
  expect((await api.call(ownInvitationsHttp.accept, stranger, { invitation_id })).status).toBe(404);
  expect((await api.call(ownInvitationsHttp.accept, person, { invitation_id })).status).toBe(200);
  expect((await api.call(accessHttp.rights, person)).body).toMatchObject([{ role: 'planner' }]);
  expect(await invitationsOf(person)).toEqual([]);
  const again = { company_id: chain.other.company.company_id, email: person.email, role: 'viewer' as const };
  expect((await api.call(teamsHttp.add, chain.owner, again)).body).toHaveProperty('member_id');
});

flow('somebody else’s account with an address that was never confirmed finds no invitation to it', async () => {
  const [chain, person] = [await createShops(api), await createUser(api, { email_confirm: false })];
  await invite(chain, person);
  expect(await invitationsOf(person)).toEqual([]);
});

flow('a root adds people at once', async () => {
  const [chain, person, root] = [
    await createShops(api),
    await createUser(api),
    await createUser(api, { role: 'root' }),
  ];
  expect((await invite(chain, person, root)).body).toHaveProperty('member_id');
});

flow('until a person accepts, nothing of the organisation reaches them', async () => {
  const [chain, person] = [await createShops(api), await createUser(api)];
  await success(api.call(settingsHttp.updateOrganisation, chain.owner, { max_session_minutes: 30 }));
  await success(api.call(requiredSecondFactorHttp.change, chain.owner, { required: true }));
  const signIn = async ({ email, password }: TestUser) =>
    (await api.call(authHttp.signIn, null, { email, password })).body;
  const endsIn = async (caller: TestUser) => (await success(api.call(settingsHttp.session, caller))).ends_in_s;
  await invite(chain, person);
  expect(await signIn(person)).toHaveProperty('user_key');
  expect(await endsIn(person)).toBeGreaterThan(86_400);
  const admin = await createAdmin(api);
  for (const user of [person, admin]) await makeMember(api, chain.owner, chain.other.company, { user, role: 'viewer' });
  expect(await signIn(person)).toHaveProperty('second_factor_setup_required', true);
  expect(await endsIn(person)).toBeLessThan(1_801);
  // Administrators of the installation are never locked out by somebody's organisation.
  expect(await signIn(admin)).toHaveProperty('user_key');
  expect(await endsIn(admin)).toBeGreaterThan(86_400);
});

flow('invitations do not use up the places that a person may belong to', async () => {
  const [chain, stranger, person] = [await createShops(api), await createUser(api), await createUser(api)];
  const main = await createCompany(api, { user_id: stranger.id });
  for (let n = 0; n <= TEAM_LIMITS.membershipsOfPerson; n += 1)
    await api.db
      .insertInto('member_invitations')
      .values({
        token_hash: Buffer.from(`${person.id} ${n}`),
        company_id: main.company_id,
        email: person.email,
        lang: 'en',
        role: 'viewer',
        rights: 1,
        invited_by: stranger.id,
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute();
  const { invitation_id } = (await invite(chain, person)).body;
  expect((await invitationsOf(person))[0]).toMatchObject({ invitation_id });
  expect((await api.call(ownInvitationsHttp.accept, person, { invitation_id })).status).toBe(200);
});

flow('who declines is invited again, and who blocks is not, without anybody learning of it', async () => {
  const [chain, person] = [await createShops(api), await createUser(api)];
  const open = async () =>
    (await api.call(teamsHttp.invitations, chain.owner, { company_id: chain.own.company.company_id })).body.length;
  const decline = async (block: boolean) => {
    const { invitation_id } = (await invite(chain, person)).body;
    expect((await api.call(ownInvitationsHttp.decline, person, { invitation_id, block })).status).toBe(204);
  };
  await decline(false);
  expect([await open(), await invitationsOf(person)]).toEqual([0, []]);
  await decline(true);
  const blocked = await invite(chain, person);
  expect(blocked).toMatchObject({ status: 201, body: { invitation_id: expect.any(Number) as number } });
  expect([await open(), await invitationsOf(person)]).toEqual([1, []]);
  const queued = await api.db
    .selectFrom('outgoing_messages')
    .select('id')
    .where('recipient', '=', person.email)
    .execute();
  expect(queued).toHaveLength(2);
  const { body: senders } = await api.call(ownInvitationsHttp.blocked, person);
  expect(senders).toMatchObject([{ sender_id: chain.owner.id }]);
  const { status } = await api.call(ownInvitationsHttp.unblock, person, { sender_id: chain.owner.id });
  expect([status, (await invitationsOf(person)).length]).toEqual([204, 1]);
});

flow('an administrator sees no roots among the members of anybody', async () => {
  const [chain, admin] = [await createShops(api), await createAdmin(api)];
  const root = await createUser(api, { role: 'root' });
  await makeMember(api, chain.owner, chain.own.company, { user: root, role: 'viewer' });
  const { company_id } = chain.own.company;
  const membersFor = async (reader: TestUser) =>
    (await api.call(teamsHttp.list, reader, { company_id })).body.map(({ user_id }) => user_id);
  expect(await membersFor(chain.owner)).toContain(root.id);
  expect(await membersFor(admin)).not.toContain(root.id);
});

flow('a responsible person of the installation who is no member is asked first, and a member is not', async () => {
  const [chain, person, member] = [await createShops(api), await createUser(api), await createUser(api)];
  await makeMember(api, chain.owner, chain.own.company, { user: member, role: 'viewer' });
  const { company_id } = chain.own.company;
  const people = [person, member].map(({ email }) => ({
    name: 'Somebody',
    email,
    phone: null,
    language: 'en' as const,
  }));
  await success(api.call(responsiblePeopleHttp.replace, chain.owner, { company_id, people }));
  const confirmed = async ({ email }: TestUser) =>
    (await api.call(recipientsHttp.state, chain.owner, { recipient: email })).body.confirmed;
  expect([await confirmed(person), await confirmed(member)]).toEqual([false, true]);
  expect((await mailTo(api, person.email)).text).toContain('/confirm-recipient?token=');
});

flow('who registers with an invitation and another address learns which is meant', async () => {
  const [chain, wanted, other] = [await createShops(api), newRegistration(), newRegistration()];
  await invite(chain, wanted);
  const mail = await mailTo(api, wanted.email);
  expect(mail.text?.startsWith('Hello,\n')).toBe(true);
  const body = { ...other, invitation: tokenIn(mail.text) };
  expect(await api.call(registrationHttp.register, null, body)).toMatchObject({
    status: 422,
    body: { details: [{ path: 'email' }] },
  });
});

flow('programs are not counted among the people of an organisation', async () => {
  const chain = await createShops(api);
  const people = async () => (await success(api.call(requiredSecondFactorHttp.read, chain.owner))).people;
  const before = await people();
  const user = await createUser(api, { program: true });
  const granted = { company_id: chain.main.company_id, user_id: user.id, role: 'viewer', rights: 1 } as const;
  await api.db.insertInto('memberships').values(granted).execute();
  expect(await people()).toBe(before);
});

import { accessHttp } from '@belfry/schemas/http/teams/access';
import { invitationsHttp } from '@belfry/schemas/http/accounts/invitations';
import { ownInvitationsHttp } from '@belfry/schemas/http/teams/own-invitations';
import { peopleHttp } from '@belfry/schemas/http/teams/people';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { expect } from 'vitest';
import { newRegistration } from '../../support/accounts.ts';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { mailTo, readMails } from '../../support/outbox.ts';
import { createMember, createShops } from '../../support/teams.ts';

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  chain = await createShops(api);
});

const list = async (reader: TestUser, query: object = {}) =>
  (await success(api.call(peopleHttp.list, reader, query))) ?? [];
const bothShops = () => [
  { company_id: chain.own.company.company_id, role: 'announcer' as const },
  { company_id: chain.other.company.company_id, role: 'viewer' as const },
];
const letIn = (by: TestUser, email: string, places: object[] = bothShops()) =>
  api.call(peopleHttp.letIn, by, { email, places });
const roles = async (person: TestUser) =>
  (await success(api.call(accessHttp.ownAccess, person))).map(({ company_name, role }) => `${company_name} ${role}`);

flow('somebody is let in at two places by one mail, and has both once one is accepted', async () => {
  const person = await createUser(api);
  expect((await letIn(chain.owner, person.email)).body).toEqual({ members: 0, invitations: 2 });
  await mailTo(api, person.email);
  const [invited] = await list(chain.owner, { who: person.email });
  // Whether the address has an account is not told.
  expect(invited).toMatchObject({ user_id: null, name: null, account: null });
  expect(invited?.places).toMatchObject([
    { name: 'Shop 12', role: 'announcer', member_id: null, path: 'Chain' },
    { name: 'Shop 13', role: 'viewer', member_id: null },
  ]);
  const [own] = (await api.call(ownInvitationsHttp.list, person)).body;
  await success(api.call(ownInvitationsHttp.accept, person, { invitation_id: own?.invitation_id ?? 0 }));
  expect(await roles(person)).toEqual(['Shop 12 announcer', 'Shop 13 viewer']);
  expect((await api.call(ownInvitationsHttp.list, person)).body).toEqual([]);
  const [member] = await list(chain.owner, { who: String(person.id) });
  expect(member).toMatchObject({ user_id: person.id, email: person.email, account: null });
  expect(member?.places.map(({ valid_until }) => valid_until)).toEqual([null, null]);
  const mails = (await readMails(api)).filter(({ to }) => to?.some(({ address }) => address === person.email));
  expect(mails).toHaveLength(1);
});

flow('whoever is in the organisation has further places at once', async () => {
  const person = await createMember(api, chain.owner, chain.own.company, { role: 'viewer' });
  const places = [{ company_id: chain.other.company.company_id, role: 'planner' }];
  expect((await letIn(chain.owner, person.email, places)).body).toEqual({ members: 1, invitations: 0 });
  expect(await roles(person)).toEqual(['Shop 12 viewer', 'Shop 13 planner']);
});

flow('nobody is let in anywhere where one of the places is not the caller’s', async () => {
  const manager = await createMember(api, chain.owner, chain.own.company, { role: 'manager' });
  const { email } = newRegistration();
  expect((await letIn(manager, email)).status).toBe(404);
  const [own] = bothShops();
  expect((await letIn(manager, email, [own ?? {}, own ?? {}])).status).toBe(422);
  const planner = await createMember(api, chain.owner, chain.main, { role: 'planner' });
  expect((await letIn(planner, email)).status).toBe(403);
  expect(await list(chain.owner, { who: email })).toEqual([]);
});

flow('a manager of a branch finds the people there alone, without names above it', async () => {
  const manager = await createMember(api, chain.owner, chain.own.company, { role: 'manager' });
  const here = await createMember(api, chain.owner, chain.own.company, { role: 'viewer' });
  const there = await createMember(api, chain.owner, chain.other.company, { role: 'viewer' });
  const ids = (await list(manager)).map(({ user_id }) => user_id);
  expect(ids).toContain(here.id);
  expect(ids).not.toContain(there.id);
  expect((await list(manager, { who: String(here.id) }))[0]?.places).toMatchObject([{ name: 'Shop 12', path: '' }]);
  expect(await list(here)).toEqual([]);
});

flow(
  'an administrator finds all accounts but roots, those that are blocked, and who is invited to register',
  async () => {
    const [admin, root] = [await createAdmin(api), await createUser(api, { role: 'root' })];
    const person = await createUser(api, { name: `Found ${admin.id}` });
    const { email } = newRegistration();
    await success(api.call(invitationsHttp.invite, admin, { email }));
    expect(await list(admin, { q: `found ${admin.id}` })).toMatchObject([
      { user_id: person.id, places: [], account: { role: 'user', blocked: false, companies: 0 } },
    ]);
    expect(await list(admin, { who: String(root.id) })).toEqual([]);
    expect(await list(admin, { kind: 'invited', q: email })).toMatchObject([{ user_id: null, email, places: [] }]);
    await success(api.call(userChangesHttp.block, admin, { userId: person.id, blocked: true }));
    expect(await list(admin, { kind: 'blocked', q: `found ${admin.id}` })).toHaveLength(1);
  },
);

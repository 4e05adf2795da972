import { type NodeRole, NODE_ROLES } from '@belfry/schemas/domain/rights';
import { responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { recipientsHttp } from '@belfry/schemas/http/mail/recipients';
import { smsHttp } from '@belfry/schemas/http/mail/sms';
import { templatesHttp } from '@belfry/schemas/http/mail/templates';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { confirmRecipients } from '../../support/outbox.ts';
import { createMember, createShops } from '../../support/teams.ts';

const HERE = '+37126000012';
const THERE = '+37126000013';

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
let owner: TestUser;
const members = {} as Record<NodeRole, TestUser>;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  chain = await createShops(api);
  ({ owner } = chain);
  await confirmRecipients(api, [HERE, THERE]);
  for (const [{ company }, phone, name] of [
    [chain.own, HERE, 'Anna'],
    [chain.other, THERE, 'Boris'],
  ] as const) {
    const people = [{ name, phone, email: null, language: 'en' as const }];
    await api.call(responsiblePeopleHttp.replace, owner, { company_id: company.company_id, people });
  }
  for (const role of NODE_ROLES) members[role] = await createMember(api, owner, chain.own.company, { role });
});

describe('a text message', () => {
  const preview = ({ key }: TestUser, { company_id }: { company_id: number }) =>
    api.call(smsHttp.preview, { key }, { text: 'Hi {name}', nodes: [company_id] });

  it.each([
    ['viewer', 403],
    ['announcer', 200],
    ['planner', 200],
    ['technician', 403],
    ['manager', 200],
  ] as const)('to the people of the own shop answers a %s %i, elsewhere 404', async (role, status) => {
    const answer = await preview(members[role], chain.own.company);
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body.recipients.map(({ text }) => text)).toEqual(['Hi Anna']);
    for (const node of [chain.main, chain.other.company, chain.other.node])
      expect((await preview(members[role], node)).status).toBe(404);
  });

  it('reaches nobody of a node above that the sender does not see, and says so', async () => {
    const { owner: head, main, own } = await createShops(api);
    const people = [{ name: 'Boss', phone: HERE, email: null, language: 'en' as const }];
    await api.call(responsiblePeopleHttp.replace, head, { company_id: main.company_id, people });
    const manager = await createMember(api, head, own.company, { role: 'manager' });
    const seen = async (user: TestUser) => {
      const { recipients, without_phone, unconfirmed, skips_above } = (await preview(user, own.company)).body;
      return { texts: recipients.map(({ text }) => text), without_phone, unconfirmed, skips_above };
    };
    const none = { without_phone: 0, unconfirmed: 0 };
    expect(await seen(head)).toEqual({ ...none, texts: ['Hi Boss'], skips_above: false });
    expect(await seen(manager)).toEqual({ ...none, texts: [], skips_above: true });
  });

  it('is in the history of who has sent it', async () => {
    const nodes = [chain.own.company.company_id];
    const body = { text: 'Please come', nodes, confirmed_messages: 1 };
    expect((await api.call(smsHttp.send, members.technician, body)).status).toBe(403);
    expect((await api.call(smsHttp.send, members.announcer, body)).status).toBe(202);
    const sent = async ({ key }: TestUser) =>
      (await api.call(smsHttp.history, { key })).body.map(({ phone, text }) => [phone, text]);
    expect(await sent(members.announcer)).toEqual([[HERE, 'Please come']]);
    expect([await sent(members.planner), await sent(owner)]).toEqual([[], []]);
  });
});

it('tells managers whether the recipients of their branch have confirmed', async () => {
  const known = async ({ key }: TestUser, recipient: string) =>
    (await api.call(recipientsHttp.state, { key }, { recipient })).body.known;
  expect([await known(members.manager, HERE), await known(members.manager, THERE)]).toEqual([true, false]);
  expect([await known(members.viewer, HERE), await known(owner, THERE)]).toEqual([false, true]);
});

describe('templates', () => {
  const list = async ({ key }: TestUser, query: object = {}) =>
    (await api.call(templatesHttp.list, { key }, query)).body.map(({ name }) => name);
  const add = ({ key }: TestUser, name: string, query: object = {}) =>
    api.call(templatesHttp.create, { key }, { name, text: 'x', ...query });
  const change = async ({ key }: TestUser, id: number, revision = 1) =>
    (await api.call(templatesHttp.change, { key }, { id, name: `Changed ${id}`, text: 'y', revision })).status;
  const remove = async ({ key }: TestUser, id: number) =>
    (await api.call(templatesHttp.remove, { key }, { id })).status;

  it('of an organisation are read by its members, except technicians', async () => {
    const { id } = (await add(owner, 'Delivery')).body;
    for (const role of ['viewer', 'announcer', 'planner', 'manager'] as const) {
      expect(await list(members[role])).toContain('Delivery');
      expect(await list(members[role], { user_id: owner.id })).toContain('Delivery');
    }
    expect(await list(members.technician)).toEqual([]);
    expect([await change(members.technician, id), await remove(members.technician, id)]).toEqual([404, 404]);
    expect([await change(members.viewer, id), await remove(members.announcer, id)]).toEqual([403, 403]);
    expect((await api.call(templatesHttp.list, await createUser(api), { user_id: owner.id })).status).toBe(403);
  });

  it('are added by planners to the organisation, who change their own work only', async () => {
    const { id: ofOwner } = (await add(owner, 'Alarm')).body;
    const { body, status } = await add(members.planner, 'Opening');
    expect(status).toBe(201);
    expect(await list(owner)).toContain('Opening');
    expect((await add(members.planner, 'Opening', { user_id: owner.id })).status).toBe(409);
    expect([await change(members.planner, ofOwner), await remove(members.planner, ofOwner)]).toEqual([403, 403]);
    expect(await change(members.manager, body.id)).toBe(403);
    expect(await change(members.planner, body.id)).toBe(200);
    const ofAll = await createMember(api, owner, chain.main, { role: 'planner' });
    expect([await change(ofAll, ofOwner), await remove(ofAll, body.id)]).toEqual([200, 204]);
    expect(await remove(owner, ofOwner)).toBe(204);
  });

  it('are not added by a viewer without an own tree', async () => {
    expect((await add(members.viewer, 'Private')).status).toBe(403);
    expect((await add(members.viewer, 'Foreign', { user_id: owner.id })).status).toBe(404);
  });
});

describe('the responsible people of a place', () => {
  const readAt = (user: TestUser) =>
    api.call(responsiblePeopleHttp.read, user, { company_id: chain.own.company.company_id });

  it('that are those of a node above are named to those who may read that node', async () => {
    const own = { company_id: chain.own.company.company_id };
    const boss = { name: 'Carla', phone: null, email: 'carla@belfry.test', language: 'en' as const };
    const { people } = (await readAt(owner)).body;
    await api.call(responsiblePeopleHttp.replace, owner, { company_id: chain.main.company_id, people: [boss] });
    const cleared = await api.call(responsiblePeopleHttp.replace, members.manager, { ...own, people: [] });
    const hidden = { inherited: true, source_company_id: null, source_name: null, people: [] };
    expect(cleared.body).toMatchObject(hidden);
    for (const role of NODE_ROLES) expect((await readAt(members[role])).body).toMatchObject(hidden);
    expect((await readAt(owner)).body).toMatchObject({
      inherited: true,
      source_company_id: chain.main.company_id,
      people: [boss],
    });
    await api.call(responsiblePeopleHttp.replace, owner, { ...own, people });
  });
});

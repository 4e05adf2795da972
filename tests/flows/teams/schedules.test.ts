import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createCompany, createGroup, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMessage } from '../../support/library.ts';
import { scheduleBody } from '../../support/programmes.ts';
import { addMember, type Chain, createChain, endMember } from '../../support/chain.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let chain: Chain;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  chain = await createChain(api);
});

const create = (user: TestUser, body: object) => api.call(schedulesHttp.create, user, body);
async function made(user: TestUser, name: string, targets: object): Promise<number> {
  const { status, body } = await create(user, scheduleBody([], { name, targets }));
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}
const listOf = async (user: TestUser) => (await api.call(schedulesHttp.list, user)).body;
const namesOf = async (user: TestUser) => (await listOf(user)).map(({ name }) => name);
const REPORT = { type: 'report', days: 7, email: 'report@teams.test' };

describe('the schedules that a member sees', () => {
  it('are those that concern a place of theirs, with the targets and devices there only', async () => {
    const { owner, main, shop12, shop13, viewer, neighbour, head } = chain;
    await made(owner, 'Chain', { nodes: [main] });
    await made(owner, 'Device', { devices: [shop12.serial, shop13.serial] });
    await made(owner, 'Far', { nodes: [shop13.company] });
    await made(owner, 'Near', { nodes: [shop12.hall], except: { nodes: [shop13.hall] } });
    const none = { nodes: [], groups: [], devices: [] };
    const seen = await listOf(viewer);
    expect(seen.map(({ name, targets, devices, elsewhere }) => ({ name, targets, devices, elsewhere }))).toEqual([
      { name: 'Chain', targets: { ...none, except: none }, devices: 1, elsewhere: true },
      { name: 'Device', targets: { ...none, devices: [shop12.serial], except: none }, devices: 1, elsewhere: true },
      { name: 'Near', targets: { ...none, nodes: [shop12.hall], except: none }, devices: 1, elsewhere: undefined },
    ]);
    for (const { id, ...rest } of seen) {
      expect((await api.call(schedulesHttp.read, viewer, { id })).body).toEqual({ id, ...rest });
    }
    expect(await namesOf(neighbour)).toEqual(['Chain', 'Device', 'Far']);
    expect(await listOf(head)).toEqual(await listOf(owner));
  });

  it('are neither those of other places, nor those that except theirs', async () => {
    const { owner, main, shop12, shop13, viewer, technician, stranger } = chain;
    const far = await made(owner, 'Far', { nodes: [shop13.hall] });
    const excepted = await made(owner, 'Excepted', { nodes: [main], except: { nodes: [shop12.company] } });
    await made(owner, 'Near', { nodes: [shop12.hall] });
    for (const id of [far, excepted]) {
      expect((await api.call(schedulesHttp.read, viewer, { id })).status).toBe(404);
      expect((await api.call(schedulesHttp.change, chain.planner, { id, name: 'Mine' })).status).toBe(404);
      expect((await api.call(schedulesHttp.remove, chain.planner, { id })).status).toBe(404);
    }
    expect(await namesOf(viewer)).toEqual(['Near']);
    expect(await namesOf(technician)).toEqual([]);
    expect(await namesOf(stranger)).toEqual([]);
    expect((await api.call(schedulesHttp.list, stranger, { user_id: owner.id })).status).toBe(403);
    expect((await api.call(schedulesHttp.list, viewer, { user_id: owner.id })).body).toHaveLength(1);
  });

  it('are those of groups that have a device of theirs', async () => {
    const { owner, shop12, shop13, viewer } = chain;
    const halls = [shop12.hall, shop13.hall];
    const nodes = await api.db.selectFrom('companies').selectAll().where('company_id', 'in', halls).execute();
    const all = await createGroup(api, { user_id: owner.id, devices: nodes });
    const far = await createGroup(api, {
      user_id: owner.id,
      devices: nodes.filter(({ company_id }) => company_id === shop13.hall),
    });
    await made(owner, 'All', { groups: [all.id, far.id] });
    await made(owner, 'Far', { groups: [far.id] });
    expect(await listOf(viewer)).toMatchObject([
      { name: 'All', targets: { groups: [all.id] }, devices: 1, elsewhere: true },
    ]);
  });

  it('are reports only where they read everything that these are about', async () => {
    const { owner, main, viewer, head } = chain;
    expect((await create(owner, scheduleBody([main], { action: REPORT, duration_minutes: null }))).status).toBe(201);
    expect(await listOf(viewer)).toEqual([]);
    expect(await listOf(head)).toHaveLength(1);
    await createCompany(api, { user_id: owner.id });
    expect(await listOf(head)).toEqual([]);
  });
});

describe('a planner of a branch', () => {
  it('sees what they have made also where it concerns other places by now', async () => {
    const { owner, shop12, shop13, planner, viewer } = chain;
    const id = await made(planner, 'Mine', { nodes: [shop12.hall] });
    const targets = { nodes: [shop13.hall] };
    expect((await api.call(schedulesHttp.change, owner, { id, targets })).status).toBe(200);
    expect(await listOf(planner)).toMatchObject([{ id, elsewhere: true, devices: 0, may_change: false }]);
    expect(await listOf(viewer)).toEqual([]);
  });

  it('plans there, for the organisation, and nowhere else', async () => {
    const { owner, main, shop12, shop13, planner, viewer } = chain;
    const id = await made(planner, 'Mine', { nodes: [shop12.company] });
    expect(await namesOf(owner)).toEqual(['Mine']);
    expect(await namesOf(viewer)).toEqual(['Mine']);
    const message = await createMessage(api, owner);
    const action = { type: 'message', message_id: message.id };
    expect((await api.call(schedulesHttp.change, planner, { id, action, duration_minutes: null })).status).toBe(200);
    for (const nodes of [[main], [shop13.company], [shop13.hall], [shop12.hall, shop13.hall]]) {
      expect((await create(planner, scheduleBody(nodes))).status).toBe(404);
      expect((await api.call(schedulesHttp.change, planner, { id, targets: { nodes } })).status).toBe(404);
    }
    const elsewhere = [{ devices: [shop13.serial] }, { nodes: [shop12.hall], except: { nodes: [shop13.hall] } }];
    for (const targets of elsewhere) expect((await create(planner, scheduleBody([], { targets }))).status).toBe(404);
    expect((await create(viewer, { user_id: owner.id, ...scheduleBody([shop12.hall]) })).status).toBe(404);
    expect((await create(chain.stranger, { user_id: owner.id, ...scheduleBody([shop12.hall]) })).status).toBe(403);
  });

  it('may not plan where they only read', async () => {
    const { main, shop13, shop12 } = chain;
    const both = await createUser(api);
    await addMember(api.db, { company_id: main, user_id: both.id, role: 'viewer' });
    await addMember(api.db, { company_id: shop12.company, user_id: both.id, role: 'planner' });
    expect(await create(both, scheduleBody([shop13.hall]))).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await create(both, scheduleBody([shop12.hall]))).status).toBe(201);
  });

  it('changes what concerns their branch only, whoever has made it', async () => {
    const { owner, main, shop12, planner, viewer, neighbour } = chain;
    const near = await made(owner, 'Near', { nodes: [shop12.hall] });
    const wide = await made(owner, 'Wide', { nodes: [main] });
    expect((await api.call(schedulesHttp.change, planner, { id: near, name: 'Renamed' })).status).toBe(200);
    expect((await api.call(schedulesHttp.change, viewer, { id: near, name: 'Mine' })).status).toBe(403);
    expect((await api.call(schedulesHttp.remove, viewer, { id: near })).status).toBe(403);
    expect((await api.call(schedulesHttp.change, neighbour, { id: near, name: 'Mine' })).status).toBe(404);
    for (const member of [planner, viewer, neighbour]) {
      expect((await api.call(schedulesHttp.change, member, { id: wide, enabled: false })).status).toBe(403);
      expect((await api.call(schedulesHttp.remove, member, { id: wide })).status).toBe(403);
    }
    expect((await api.call(schedulesHttp.change, chain.head, { id: wide, enabled: false })).status).toBe(200);
    expect((await api.call(schedulesHttp.remove, planner, { id: near })).status).toBe(204);
  });

  it('keeps what they have made only as long as it concerns their branch', async () => {
    const { owner, shop12, shop13, planner } = chain;
    const id = await made(planner, 'Mine', { nodes: [shop12.hall] });
    await api.call(schedulesHttp.change, owner, { id, targets: { nodes: [shop12.hall, shop13.hall] } });
    expect(await listOf(planner)).toMatchObject([{ id, targets: { nodes: [shop12.hall] }, elsewhere: true }]);
    expect((await api.call(schedulesHttp.change, planner, { id, name: 'Again' })).status).toBe(403);
  });

  it('names no group with devices of others', async () => {
    const { owner, shop12, shop13, planner } = chain;
    const halls = await api.db
      .selectFrom('companies')
      .selectAll()
      .where('company_id', 'in', [shop12.hall, shop13.hall])
      .orderBy('company_id')
      .execute();
    const [mixed, far, near] = [
      await createGroup(api, { user_id: owner.id, devices: halls }),
      await createGroup(api, { user_id: owner.id, devices: halls.slice(1) }),
      await createGroup(api, { user_id: owner.id, devices: halls.slice(0, 1) }),
    ];
    const statusOf = async (id: number) =>
      (await create(planner, scheduleBody([], { targets: { groups: [id] } }))).status;
    expect([await statusOf(mixed.id), await statusOf(far.id), await statusOf(near.id)]).toEqual([403, 404, 201]);
  });

  it('sends no commands and no reports', async () => {
    const { shop12, planner } = chain;
    const action = { type: 'maintenance', command: 'reboot' };
    const maintenance = scheduleBody([shop12.hall], { action, duration_minutes: null });
    const report = scheduleBody([shop12.hall], { action: REPORT, duration_minutes: null });
    expect((await create(planner, report)).status).toBe(403);
    expect((await create(planner, maintenance)).status).toBe(403);
    const manager = await createUser(api);
    await addMember(api.db, { company_id: shop12.company, user_id: manager.id, role: 'manager' });
    expect((await create(manager, report)).status).toBe(403);
    expect((await create(manager, maintenance)).status).toBe(201);
    expect((await create(chain.head, report)).status).toBe(201);
  });

  it('leaves what they have made to the organisation', async () => {
    const { owner, shop12 } = chain;
    const late = await createUser(api);
    const membership = await addMember(api.db, { company_id: shop12.company, user_id: late.id, role: 'planner' });
    const id = await made(late, 'Stays', { nodes: [shop12.hall] });
    await endMember(api.db, membership);
    await until('the membership has ended', async () => (await listOf(late)).length === 0);
    expect((await api.call(schedulesHttp.read, late, { id })).status).toBe(404);
    expect((await api.call(schedulesHttp.change, owner, { id, name: 'Kept' })).status).toBe(200);
  });
});

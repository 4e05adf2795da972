import { stopWorkOf } from '@belfry/api/features/announcements/index';
import { type NodeRole, NODE_ROLES } from '@belfry/schemas/domain/rights';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { proofOfPlayHttp } from '@belfry/schemas/http/announcements/proof-of-play';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { dictionaryHttp } from '@belfry/schemas/http/library/texts';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import {
  createAdmin,
  createDevice,
  createGroup,
  createUser,
  type TestDevice,
  type TestUser,
} from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMessage } from '../../support/library.ts';
import { createMember, createShops, endUnnoted, makeMember } from '../../support/teams.ts';

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
let here: TestDevice;
let there: TestDevice;
let owner: TestUser;
const members = {} as Record<NodeRole, TestUser>;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  chain = await createShops(api);
  ({ owner } = chain);
  here = await createDevice(api, { user_id: owner.id, company_id: chain.own.node.company_id });
  there = await createDevice(api, { user_id: owner.id, company_id: chain.other.node.company_id });
  for (const role of NODE_ROLES) members[role] = await createMember(api, owner, chain.own.company, { role });
});

const OWN = () => ({ nodes: [chain.own.company.company_id] });
const OTHER = () => ({ nodes: [chain.other.company.company_id] });
const BOTH = () => ({ nodes: [chain.main.company_id] });
const say = ({ key }: TestUser, targets: object, body: object = { text: 'The till closes' }) =>
  api.call(sayHttp.say, { key }, { targets, expires_in_s: 600, ...body });
const started = async (user: TestUser, targets: object): Promise<string> => (await say(user, targets)).body.run_id;
const read = ({ key }: TestUser, run_id: string) => api.call(announcementsHttp.run, { key }, { run_id });
const stop = async ({ key }: TestUser, run_id: string) =>
  (await api.call(announcementsHttp.stop, { key }, { run_id })).status;
const listed = async ({ key }: TestUser): Promise<string[]> =>
  (await api.call(announcementsHttp.runs, { key }, { page_size: 100 })).body.map(({ run_id }) => run_id);

describe('saying something', () => {
  it.each([
    ['viewer', 403],
    ['announcer', 202],
    ['planner', 202],
    ['technician', 403],
    ['manager', 202],
  ] as const)('at the own shop answers a %s %i, elsewhere 404', async (role, status) => {
    const user = members[role];
    expect((await say(user, OWN())).status).toBe(status);
    expect((await say(user, { devices: [here.serial] })).status).toBe(status);
    expect((await api.call(sayHttp.preview, user, { text: 'x', targets: OWN() })).status).toBe(
      status === 202 ? 200 : 403,
    );
    for (const targets of [OTHER(), BOTH(), { devices: [there.serial] }, { nodes: [...OWN().nodes, ...OTHER().nodes] }])
      expect((await say(user, targets)).status).toBe(404);
  });

  it('belongs to the organisation, with its library, its pronunciations and the person as the starter', async () => {
    await api.call(dictionaryHttp.create, owner, { language: 'en', word: 'BLFR', spoken: 'belfry' });
    const message = await createMessage(api, owner, {
      name: 'Closing',
      variants: [{ language: 'en', text: 'BLFR closes' }],
    });
    const { status, body } = await say(members.announcer, OWN(), { message_id: message.id });
    expect(status).toBe(202);
    const run = await api.db
      .selectFrom('announcement_runs as r')
      .innerJoin('announcement_parts as p', 'p.run_id', 'r.run_id')
      .select(['r.user_id', 'r.started_by', 'p.text'])
      .where('r.run_id', '=', body.run_id)
      .executeTakeFirstOrThrow();
    expect(run).toEqual({ user_id: owner.id, started_by: members.announcer.id, text: 'belfry closes' });
    expect((await read(owner, body.run_id)).body).toMatchObject({
      title: 'Closing',
      user_email: members.announcer.email,
    });
    const own = await createMessage(api, await createUser(api));
    expect((await say(members.announcer, OWN(), { message_id: own.id })).status).toBe(404);
  });

  it('to a group reaches those of its devices that are in the branch', async () => {
    const group = await createGroup(api, { user_id: owner.id, devices: [chain.own.node, chain.other.node] });
    const { body } = await say(members.announcer, { groups: [group.id] });
    expect(body.devices).toBe(1);
    const elsewhere = await createGroup(api, { user_id: owner.id, devices: [chain.other.node] });
    expect((await say(members.announcer, { groups: [elsewhere.id] })).status).toBe(422);
  });

  it('is for one organisation at a time', async () => {
    const second = await createShops(api);
    await createDevice(api, { user_id: second.owner.id, company_id: second.own.node.company_id });
    const both = await createMember(api, owner, chain.own.company, { role: 'announcer' });
    await makeMember(api, second.owner, second.main, { user: both, role: 'announcer' });
    const nodes = [chain.own.company.company_id, second.main.company_id];
    const refused = await say(both, { nodes });
    expect([refused.status, refused.body.error]).toEqual([422, 'Please choose places of one organisation at a time']);
    for (const node of nodes) expect((await say(both, { nodes: [node] })).status).toBe(202);
  });

  it('is previewed without the names of the nodes above the branch', async () => {
    const preview = async ({ key }: TestUser) =>
      (await api.call(sayHttp.preview, { key }, { text: 'x', targets: OWN() })).body.places.map(({ path }) => path);
    expect(await preview(owner)).toEqual(['Chain / Shop 12']);
    expect(await preview(members.announcer)).toEqual(['Shop 12']);
  });
});

describe('a run at both shops', () => {
  it('has for a member of one of them its places and counts only, and none for a technician', async () => {
    const run_id = await started(owner, BOTH());
    expect((await read(owner, run_id)).body).toMatchObject({ devices: 2, counts: { offline: 2 } });
    for (const role of ['viewer', 'announcer', 'planner', 'manager'] as const) {
      const { body, headers } = await read(members[role], run_id);
      expect(body).toMatchObject({ devices: 1, counts: { offline: 1 }, deliveries: [{ serial: here.serial }] });
      expect([body.deliveries.length, headers.get('x-total-count')]).toEqual([1, '1']);
      expect(await listed(members[role])).toContain(run_id);
    }
    expect((await read(members.technician, run_id)).status).toBe(404);
    expect(await listed(members.technician)).toEqual([]);
  });

  it('at the other shop only is not known', async () => {
    const run_id = await started(owner, OTHER());
    for (const role of NODE_ROLES) {
      expect((await read(members[role], run_id)).status).toBe(404);
      expect(await listed(members[role])).not.toContain(run_id);
      expect(await stop(members[role], run_id)).toBe(404);
    }
  });
});

describe('stopping', () => {
  it('is for who has started it, and for managers where all places are theirs', async () => {
    const own = await started(members.announcer, OWN());
    expect([
      await stop(members.viewer, own),
      await stop(members.planner, own),
      await stop(members.technician, own),
    ]).toEqual([403, 403, 404]);
    expect(await stop(members.announcer, own)).toBe(200);
    expect(await stop(members.announcer, own)).toBe(409);
    const ofOwner = await started(owner, OWN());
    expect([await stop(members.announcer, ofOwner), await stop(members.manager, ofOwner)]).toEqual([403, 200]);
    const wide = await started(owner, BOTH());
    expect([await stop(members.manager, wide), await stop(owner, wide)]).toEqual([403, 200]);
    const ofMember = await started(members.announcer, OWN());
    expect([await stop(await createUser(api), ofMember), await stop(await createAdmin(api), ofMember)]).toEqual([
      404, 200,
    ]);
    expect(await stop(owner, await started(members.announcer, OWN()))).toBe(200);
  });
});

describe('proof of play', () => {
  const range = () => ({
    from: new Date(Date.now() - 600_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
  });

  it('has the places of the branch only, in rows, runs and the export', async () => {
    const run_id = await started(owner, BOTH());
    const places = async ({ key }: TestUser, query: object = {}) => {
      const { body } = await api.call(proofOfPlayHttp.places, { key }, { ...range(), page_size: 100, ...query });
      return new Set(body.filter((row) => row.run_id === run_id).map(({ serial }) => serial));
    };
    expect(await places(owner)).toEqual(new Set([here.serial, there.serial]));
    for (const query of [{}, { user_id: owner.id }, { company_id: chain.main.company_id }])
      expect(await places(members.viewer, query)).toEqual(new Set([here.serial]));
    expect(await places(members.viewer, { company_id: chain.other.company.company_id })).toEqual(new Set());
    const runs = await api.call(proofOfPlayHttp.runs, members.viewer, { ...range(), page_size: 100 });
    expect(runs.body.find((run) => run.run_id === run_id)).toMatchObject({ expected: 1, heard: 0, not_heard: 1 });
    const file = await (await api.raw(proofOfPlayHttp.csv, members.viewer, range())).text();
    expect([file.includes(here.serial), file.includes(there.serial)]).toEqual([true, false]);
  });

  it('has nothing for a technician, and names no organisation to strangers', async () => {
    expect((await api.call(proofOfPlayHttp.places, members.technician, range())).body).toEqual([]);
    const asked = { ...range(), user_id: owner.id };
    expect((await api.call(proofOfPlayHttp.places, members.technician, asked)).status).toBe(404);
    expect((await api.call(proofOfPlayHttp.places, await createUser(api), asked)).status).toBe(403);
  });
});

describe('a membership that has ended', () => {
  it('stops its runs', async () => {
    const leaver = await createUser(api);
    const member_id = await makeMember(api, owner, chain.own.company, { user: leaver, role: 'announcer' });
    const [ofLeaver, ofOwner] = [await started(leaver, OWN()), await started(owner, OWN())];
    const told: string[] = [];
    const deps = {
      db: api.db,
      jobs: { send: () => Promise.resolve() },
      events: { changed: (_type: string, ids: readonly (string | number)[]) => told.push(...ids.map(String)) },
      commands: {
        cancelMany: () => Promise.resolve(),
        sendToMany: () => Promise.resolve({ commandId: '', offline: [] }),
      },
    } as unknown as Parameters<typeof stopWorkOf>[0];
    await stopWorkOf(deps, leaver.id, owner.id);
    expect((await read(owner, ofLeaver)).body.state).toBe('running');
    await endUnnoted(api, member_id);
    await stopWorkOf(deps, leaver.id, owner.id);
    expect((await read(owner, ofLeaver)).body.state).toBe('stopped');
    expect((await read(owner, ofOwner)).body.state).toBe('running');
    expect(told).toContain(ofLeaver);
    expect(told).not.toContain(ofOwner);
  });
});

import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { bellsHttp } from '@belfry/schemas/http/bells/bells';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createDevice, createUser, type TestDevice, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMessage } from '../../support/library.ts';
import { createMember, createShops } from '../../support/teams.ts';

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
let here: TestDevice;
let messageId: number;
let owner: TestUser;
/** Announcers with and without the right to emergencies, a manager without it, and people who only read. */
const people = {} as Record<'guard' | 'announcer' | 'manager' | 'viewer' | 'technician', TestUser>;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  chain = await createShops(api);
  ({ owner } = chain);
  here = await createDevice(api, { user_id: owner.id, company_id: chain.own.node.company_id });
  await createDevice(api, { user_id: owner.id, company_id: chain.other.node.company_id });
  messageId = (await createMessage(api, owner, { name: 'Fire', emergency: true })).id;
  people.guard = await createMember(api, owner, chain.own.company, { role: 'announcer', may_emergency: true });
  for (const role of ['announcer', 'manager', 'viewer', 'technician'] as const)
    people[role] = await createMember(api, owner, chain.own.company, { role });
});

const start = ({ key }: TestUser, node: { company_id: number }) =>
  api.call(emergencyHttp.start, { key }, { message_id: messageId, targets: { nodes: [node.company_id] } });
const state = async ({ key }: TestUser) => (await api.call(emergencyHttp.read, { key })).body;
const allClear = async ({ key }: TestUser, run_id: string) =>
  (await api.call(emergencyHttp.allClear, { key }, { run_id })).status;
const active = async (user: TestUser) => (await state(user)).active.map(({ run_id }) => run_id);

it('shows the prepared messages with the places of the branch', async () => {
  expect(await state(owner)).toMatchObject({ devices: 2, messages: [{ id: messageId, devices: 2, ready: 0 }] });
  for (const user of Object.values(people)) {
    expect(await state(user)).toMatchObject({ devices: 1, messages: [{ id: messageId, name: 'Fire', devices: 1 }] });
    const { body } = await api.call(emergencyHttp.missing, { key: user.key }, { id: messageId });
    expect(body).toMatchObject({ total: 1, places: [{ serial: here.serial }] });
  }
  const stranger = await createUser(api);
  expect(await state(stranger)).toMatchObject({ devices: 0, messages: [], active: [] });
  expect((await api.call(emergencyHttp.missing, stranger, { id: messageId })).status).toBe(404);
});

it('is started and ended by who has the right at every place concerned', async () => {
  for (const who of ['announcer', 'manager', 'viewer', 'technician'] as const)
    expect((await start(people[who], chain.own.company)).status).toBe(403);
  for (const node of [chain.main, chain.other.company]) expect((await start(people.guard, node)).status).toBe(404);
  const { status, body } = await start(people.guard, chain.own.company);
  expect([status, body.devices]).toEqual([202, 1]);
  for (const user of [owner, ...Object.values(people)]) expect(await active(user)).toContain(body.run_id);
  for (const who of ['announcer', 'manager', 'viewer', 'technician'] as const)
    expect(await allClear(people[who], body.run_id)).toBe(403);
  expect((await api.call(announcementsHttp.stop, people.manager, { run_id: body.run_id })).status).toBe(403);
  expect(await allClear(await createUser(api), body.run_id)).toBe(404);
  expect(await allClear(people.guard, body.run_id)).toBe(200);
  expect(await active(owner)).not.toContain(body.run_id);
});

it('its message is said and rung by those only who may start it', async () => {
  const targets = { nodes: [chain.own.company.company_id] };
  const sound = { type: 'message' as const, message_id: messageId };
  const say = ({ key }: TestUser) => api.call(sayHttp.say, { key }, { message_id: messageId, targets });
  const ring = ({ key }: TestUser) =>
    api.call(bellsHttp.ring, { key }, { company_id: chain.own.company.company_id, sound });
  expect([(await say(people.announcer)).status, (await ring(people.announcer)).status]).toEqual([403, 403]);
  expect([(await say(people.guard)).status, (await ring(people.guard)).status]).toEqual([202, 202]);
});

it('of the owner at more places is seen with the own place, and not ended by a member', async () => {
  const { body } = await start(owner, chain.main);
  const seen = (await state(people.guard)).active.find(({ run_id }) => run_id === body.run_id);
  expect(seen).toMatchObject({ devices: 1 });
  expect([await allClear(people.guard, body.run_id), await allClear(owner, body.run_id)]).toEqual([403, 200]);
  const elsewhere = (await start(owner, chain.other.company)).body.run_id;
  expect(await active(people.guard)).not.toContain(elsewhere);
  expect([await allClear(people.guard, elsewhere), await allClear(owner, elsewhere)]).toEqual([404, 200]);
});

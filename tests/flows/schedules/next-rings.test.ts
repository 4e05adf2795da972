import { bellsHttp } from '@belfry/schemas/http/bells/bells';
import { NEXT_RINGS_MAX, nextRingsHttp } from '@belfry/schemas/http/schedules/next-rings';
import { timetablesHttp } from '@belfry/schemas/http/bells/timetables';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { programmeOf, settled } from '../../support/programmes.ts';
import { createMember, createShops } from '../../support/teams.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const next = async (user: TestUser) => {
  const { status, body } = await api.call(nextRingsHttp.list, user);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
const titlesFor = async (user: TestUser) => [...new Set((await next(user)).map(({ title }) => title))].toSorted();

/** Has a node ring once a day, in a timetable of its own. */
async function ringAt(owner: TestUser, company_id: number, name: string, at: string): Promise<void> {
  const bells = [{ at, sound: { type: 'chime', chime: 'bell' } }];
  const { body } = await api.call(timetablesHttp.create, owner, { name, colour: 'blue', bells });
  const week = {
    weekdays: Array.from({ length: 7 }, () => body.id),
    holiday_calendar_id: null,
    holiday_timetable_id: null,
  };
  expect((await api.call(bellsHttp.week, owner, { company_id, week })).status).toBe(200);
}

it('what rings next is by time, with its place where one alone hears it, as far as the caller reads texts there', async () => {
  const { owner, main, own, other } = await createShops(api);
  const deviceAt = ({ company_id }: { company_id: number }) => createDevice(api, { user_id: owner.id, company_id });
  const here = await deviceAt(own.node);
  const there = await deviceAt(other.node);
  expect(await next(owner)).toEqual([]);
  await ringAt(owner, own.company.company_id, 'Opening', '08:00');
  await ringAt(owner, other.company.company_id, 'Closing', '20:00');
  for (const device of [here, there]) await programmeOf(api, device, 'the bells', ({ runs }) => runs.length > 5);
  const rings = await next(owner);
  expect(rings).toHaveLength(NEXT_RINGS_MAX);
  expect(rings.map(({ at }) => at)).toEqual(rings.map(({ at }) => at).toSorted());
  expect(rings.every(({ at }) => Date.parse(at) > Date.now())).toBe(true);
  expect(rings.find(({ title }) => title === 'Opening')).toMatchObject({
    source: 'bells',
    place: 'Speaker of Shop 12',
  });
  const viewer = await createMember(api, owner, own.company, { role: 'viewer' });
  expect(await titlesFor(viewer)).toEqual(['Opening']);
  expect(await titlesFor(await createMember(api, owner, main, { role: 'viewer' }))).toEqual(['Closing', 'Opening']);
  expect(await next(await createMember(api, owner, own.company, { role: 'technician' }))).toEqual([]);
  expect(await next(await createUser(api))).toEqual([]);
  expect((await next(await createAdmin(api))).length).toBeGreaterThan(0);
});

it('what several places hear names none of them, and what nobody hears any more is left out', async () => {
  const { owner, main, own, other } = await createShops(api);
  const devices = [];
  for (const { node } of [own, other])
    devices.push(await createDevice(api, { user_id: owner.id, company_id: node.company_id }));
  await ringAt(owner, main.company_id, 'Opening', '08:00');
  for (const device of devices) await programmeOf(api, device, 'the bells', ({ runs }) => runs.length > 5);
  expect(await titlesFor(owner)).toEqual(['Opening']);
  expect((await next(owner))[0]?.place).toBeNull();
  expect((await api.call(bellsHttp.week, owner, { company_id: main.company_id, week: null })).status).toBe(200);
  await settled(api);
  expect(await next(owner)).toEqual([]);
});

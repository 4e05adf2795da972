import { bellsHttp } from '@belfry/schemas/http/bells/bells';
import { timetablesHttp } from '@belfry/schemas/http/bells/timetables';
import { beforeEach, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { type Chain, createChain } from '../../support/chain.ts';
import type { TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { dateIn } from '../../support/programmes.ts';

let api: TestApi;
let chain: Chain;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  chain = await createChain(api);
});

const BODY = { name: 'Normal day', colour: 'green', bells: [{ at: '08:00', sound: { type: 'chime', chime: 'bell' } }] };
const clear = (user: TestUser, company_id: number) =>
  api.call(bellsHttp.paint, user, {
    company_id,
    ranges: [{ from: dateIn(1), to: dateIn(1) }],
    paint: { type: 'clear' },
  });
const silence = (user: TestUser, company_id: number) => api.call(bellsHttp.silence, user, { company_id, until: null });

it('planners paint the days of their places, and others do not', async () => {
  const { owner, main, shop12, shop13, planner, viewer, technician, stranger } = chain;
  expect((await clear(owner, main)).status).toBe(200);
  expect((await clear(planner, shop12.hall)).status).toBe(200);
  for (const member of [viewer, technician]) expect((await clear(member, shop12.hall)).status).toBe(403);
  for (const node of [main, shop13.hall]) expect((await clear(planner, node)).status).toBe(404);
  expect((await clear(stranger, shop12.hall)).status).toBe(404);
});

it('whoever speaks at a place silences it, and others do not', async () => {
  const { owner, main, shop12, planner, viewer, technician } = chain;
  expect((await silence(owner, main)).status).toBe(200);
  expect((await silence(planner, shop12.hall)).status).toBe(200);
  for (const member of [viewer, technician]) expect((await silence(member, shop12.hall)).status).toBe(403);
});

it('a timetable is changed by its organisation, and by the planner who has made it', async () => {
  const { owner, planner, viewer, stranger } = chain;
  const { body: theirs } = await api.call(timetablesHttp.create, owner, BODY);
  const made = await api.call(timetablesHttp.create, planner, { ...BODY, user_id: owner.id });
  expect(made.status).toBe(201);
  const names = async (user: TestUser) => (await api.call(timetablesHttp.list, user, { user_id: owner.id })).body;
  expect(await names(viewer)).toHaveLength(2);
  const rename = (user: TestUser, id: number) => api.call(timetablesHttp.change, user, { id, name: 'Changed' });
  expect((await rename(planner, made.body.id)).status).toBe(200);
  expect((await rename(owner, made.body.id)).status).toBe(200);
  expect((await rename(planner, theirs.id)).status).toBe(403);
  expect((await rename(viewer, theirs.id)).status).toBe(403);
  expect((await rename(stranger, theirs.id)).status).toBe(404);
});

import {
  SAVED_PLACE_TARGETS_MAX,
  SAVED_PLACES_MAX,
  savedPlacesHttp,
} from '@belfry/schemas/http/live-pages/saved-places';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';

let api: TestApi;
let user: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  user = await createUser(api);
});

const HALL = { nodes: [2], groups: [], devices: [], except: { nodes: [], groups: [], devices: [] } };
const save = (name: string, targets: object = { nodes: [2] }, of = user) =>
  api.call(savedPlacesHttp.save, of, { name, targets });
const namesOf = async (of = user) => (await api.call(savedPlacesHttp.list, of)).body.map(({ name }) => name);

it('a person saves, changes and deletes places to speak to, which nobody else sees', async () => {
  const saved = await save(' Hall ');
  expect(saved).toMatchObject({ status: 201, body: { name: 'Hall', targets: HALL } });
  const { id } = saved.body;
  expect((await save('HALL')).status).toBe(409);
  await save('Attic');
  expect(await namesOf()).toEqual(['Hall', 'Attic']);
  const changed = await api.call(savedPlacesHttp.replace, user, { id, name: 'Yard', targets: { nodes: [3] } });
  expect(changed.body).toEqual({ id, name: 'Yard', targets: { ...HALL, nodes: [3] } });
  expect((await api.call(savedPlacesHttp.replace, user, { id, name: 'attic', targets: HALL })).status).toBe(409);

  const other = await createUser(api);
  expect(await namesOf(other)).toEqual([]);
  for (const call of [
    api.call(savedPlacesHttp.replace, other, { id, name: 'Mine', targets: HALL }),
    api.call(savedPlacesHttp.remove, other, { id }),
  ])
    expect((await call).status).toBe(404);
  expect((await api.call(savedPlacesHttp.remove, user, { id })).status).toBe(204);
  expect(await namesOf()).toEqual(['Attic']);
});

it('there are at most fifty, each with a name and few places', async () => {
  const owner = await createUser(api);
  const nodes = Array.from({ length: SAVED_PLACE_TARGETS_MAX + 1 }, (_, index) => index + 1);
  for (const targets of [{}, { nodes }, { nodes: nodes.slice(1), except: { nodes: [1] } }])
    expect((await save('Hall', targets, owner)).status).toBe(400);
  expect((await save('x'.repeat(61), HALL, owner)).status).toBe(400);
  const more = Array.from({ length: SAVED_PLACES_MAX + 2 }, (_, index) => save(`Place ${index}`, HALL, owner));
  const statuses = (await Promise.all(more)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(SAVED_PLACES_MAX);
  expect(statuses.filter((status) => status === 422)).toHaveLength(2);
});

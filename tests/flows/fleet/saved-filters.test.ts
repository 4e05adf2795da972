import { savedFiltersHttp } from '@belfry/schemas/http/fleet/saved-filters';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';

let api: TestApi;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
});

const save = (name: string, filters: object, user = admin) => api.call(savedFiltersHttp.save, user, { name, filters });
const namesOf = async (user = admin) => (await api.call(savedFiltersHttp.list, user)).body.map(({ name }) => name);

it('saves, renames, changes and deletes filters of one’s own', async () => {
  const filters = { status: 'offline', tags: 'hall,shop' };
  const saved = await save(' Dark halls ', filters);
  expect(saved).toMatchObject({ status: 201, body: { name: 'Dark halls', filters } });
  const { id } = saved.body;
  expect((await save('dark HALLS', {})).status).toBe(409);
  const renamed = await api.call(savedFiltersHttp.change, admin, { id, name: 'Halls' });
  expect(renamed.body).toEqual({ id, name: 'Halls', filters });
  const changed = await api.call(savedFiltersHttp.change, admin, { id, filters: { q: 'x' } });
  expect(changed.body).toEqual({ id, name: 'Halls', filters: { q: 'x' } });

  const other = await createAdmin(api);
  expect(await namesOf(other)).toEqual([]);
  for (const call of [
    api.call(savedFiltersHttp.change, other, { id, name: 'mine' }),
    api.call(savedFiltersHttp.remove, other, { id }),
  ])
    expect((await call).status).toBe(404);
  expect((await api.call(savedFiltersHttp.remove, admin, { id })).status).toBe(204);
  expect(await namesOf()).toEqual([]);
});

it('rejects what are no filters, long names, and more than 30', async () => {
  const owner = await createUser(api, { role: 'root' });
  for (const filters of [{ status: 'burning' }, { page: '1' }, { q: 'x'.repeat(401) }, { tags: '-x' }])
    expect((await save('x', filters, owner)).status).toBe(400);
  expect((await save('x'.repeat(41), {}, owner)).status).toBe(400);
  const answers = await Promise.all(Array.from({ length: 33 }, (_, n) => save(`Filter ${n}`, {}, owner)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
  expect((await namesOf(owner)).slice(0, 3)).toHaveLength(3);
});

it('is for administrators', async () => {
  expect((await save('x', {}, await createUser(api))).status).toBe(403);
});

import type { SavedFilter } from '@belfry/schemas/http/devices/saved-filters';
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

const PATH = '/api/devices/saved-filters';
const save = (name: string, filters: object, { key } = admin) =>
  api.post<SavedFilter>(PATH, { key, body: { name, filters } });
const namesOf = async ({ key } = admin) => (await api.get<SavedFilter[]>(PATH, { key })).body.map(({ name }) => name);

it('saves, renames, changes and deletes filters of one’s own', async () => {
  const filters = { status: 'offline', tags: 'hall,shop' };
  const saved = await save(' Dark halls ', filters);
  expect(saved).toMatchObject({ status: 201, body: { name: 'Dark halls', filters } });
  const { id } = saved.body;
  expect((await save('dark HALLS', {})).status).toBe(409);
  const renamed = await api.put<SavedFilter>(`${PATH}/${id}`, { key: admin.key, body: { name: 'Halls' } });
  expect(renamed.body).toEqual({ id, name: 'Halls', filters });
  const changed = await api.put<SavedFilter>(`${PATH}/${id}`, { key: admin.key, body: { filters: { q: 'x' } } });
  expect(changed.body).toEqual({ id, name: 'Halls', filters: { q: 'x' } });

  const other = await createAdmin(api);
  expect(await namesOf(other)).toEqual([]);
  for (const call of [
    api.put(`${PATH}/${id}`, { key: other.key, body: { name: 'mine' } }),
    api.delete(`${PATH}/${id}`, { key: other.key }),
  ])
    expect((await call).status).toBe(404);
  expect((await api.delete(`${PATH}/${id}`, { key: admin.key })).status).toBe(204);
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
  expect((await api.get(PATH)).status).toBe(401);
});

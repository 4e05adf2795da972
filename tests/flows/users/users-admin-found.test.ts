import { randomBytes } from 'node:crypto';
import { NAME_MAX } from '@belfry/schemas/domain/account';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { usersAdminHttp } from '@belfry/schemas/http/users/admin';
import { newRegistration } from '../../support/accounts.ts';

let api: TestApi;
let admin: TestUser;
/** Part of the names of the people of one test. */
let mark: string;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
});
beforeEach(() => {
  mark = randomBytes(6).toString('hex');
});

const find = async (q: string) => (await api.call(usersAdminHttp.list, admin, { page: 1, q })).body.map(({ id }) => id);
const bulk = (body: object) => api.call(userChangesHttp.changeMany, admin, { ...body });
const preview = async (body: object) => (await api.call(userChangesHttp.previewMany, admin, { ...body })).body;

describe('the search', () => {
  it('ignores accents in names', async () => {
    const { id } = await createUser(api, { name: `José Müller Ёлкин ${mark}` });
    for (const q of [`jose muller елкин ${mark}`, `JOSÉ MÜLLER ЁЛКИН ${mark}`]) expect(await find(q)).toEqual([id]);
  });

  it('ignores spaces and brackets in numbers', async () => {
    const { phone } = newRegistration();
    const { id } = await createUser(api, { phone });
    const [code, rest, end] = [phone.slice(0, 2), phone.slice(2, 8), phone.slice(8)];
    for (const q of [`${code} (${rest}) ${end}`, `${rest}-${end}`, phone]) expect(await find(q)).toContain(id);
  });
});

describe('a change of all that were found', () => {
  it('is previewed and done with the filters of the list', async () => {
    const people = [];
    for (let n = 0; n < 3; n += 1) people.push(await createUser(api, { name: `${mark} ${n}`, blocked: n === 0 }));
    await createUser(api, { name: `${mark} root`, role: 'root' });
    const body = { action: 'block', filter: { q: mark } };
    expect(await preview(body)).toEqual({ users: 3, changed: 2, unchanged: 1, refused: 0 });
    expect(await bulk({ ...body, expected: 2 })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await bulk({ ...body, expected: 3 })).toMatchObject({ status: 200, body: { done: 3, failed: [] } });
    const rows = await api.db
      .selectFrom('users')
      .select('blocked')
      .where('name', 'like', `${mark}%`)
      .orderBy('name')
      .execute();
    expect(rows.map(({ blocked }) => blocked)).toEqual([true, true, true, false]);
  });

  it('names either users or a filter', async () => {
    expect((await bulk({ action: 'block' })).status).toBe(400);
    expect((await bulk({ action: 'block', user_ids: [1], filter: { q: mark } })).status).toBe(400);
    expect((await bulk({ action: 'block', filter: { qq: mark } })).status).toBe(400);
  });
});

describe('a name', () => {
  it.each([
    ['A\u200Bda', 'Name must not contain invisible or direction-changing characters'],
    ['Ada\u202Enimda', 'Name must not contain invisible or direction-changing characters'],
    ['x'.repeat(NAME_MAX + 1), `Name must be at most ${NAME_MAX} characters long`],
  ])('%#: is refused with its reason', async (name, reason) => {
    const answer = await api.call(usersHttp.update, admin, { name });
    expect([answer.status, answer.body.error]).toEqual([400, reason]);
  });
});

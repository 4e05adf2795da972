import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../../support/factories.ts';
import { flow } from '../../../support/flow.ts';
import { templatesHttp } from '@belfry/schemas/http/mail/templates';

let api: TestApi;
let owner: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  owner = await createUser(api);
});

const list = async ({ key } = owner) => (await api.call(templatesHttp.list, { key })).body;
const add = (name: string, text: string, { key } = owner) => api.call(templatesHttp.create, { key }, { name, text });
const change = (id: number, body: object, { key } = owner) => api.call(templatesHttp.change, { key }, { id, ...body });
const remove = (id: number, { key } = owner) => api.call(templatesHttp.remove, { key }, { id });

describe('templates', () => {
  it('are added, listed by name, changed and deleted', async () => {
    const { body: second } = await add('Visit 10', 'Service at {place}');
    const { body: first } = await add('Visit 9', 'Call {name}');
    expect(await list()).toEqual([first, second]);
    expect((await change(first.id, { name: 'Alarm', text: 'x', revision: 1 })).body).toMatchObject({ revision: 2 });
    expect((await list()).map(({ name }) => name)).toEqual(['Alarm', 'Visit 10']);
    expect([(await remove(first.id)).status, (await remove(first.id)).status]).toEqual([204, 404]);
    await remove(second.id);
  });

  it('have names of their own without regard to case', async () => {
    const { body } = await add('Closing', 'x');
    expect(await add('CLOSING', 'y')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const { body: other } = await add('Other', 'x');
    expect(await change(other.id, { name: 'closing', text: 'x', revision: 1 })).toMatchObject({ status: 409 });
    await Promise.all([remove(body.id), remove(other.id)]);
  });

  it('that were changed meanwhile are not overwritten', async () => {
    const { body } = await add('Opening', 'x');
    await change(body.id, { name: 'Opening', text: 'by the other', revision: 1 });
    expect(await change(body.id, { name: 'Opening', text: 'mine', revision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { text: 'by the other', revision: 2 } },
    });
  });

  it('are one’s own only, also for administrators', async () => {
    const { body } = await add('Private', 'x');
    for (const other of [await createUser(api), await createAdmin(api)]) {
      expect(await list(other)).toEqual([]);
      expect((await change(body.id, { name: 'a', text: 'b', revision: 1 }, other)).status).toBe(404);
      expect((await remove(body.id, other)).status).toBe(404);
    }
  });

  it.each([
    ['', 'x'],
    ['x', ' '],
    ['x', 'a'.repeat(1_001)],
  ])('are refused with the name %j and the text %j', async (name, text) => {
    expect((await add(name, text)).status).toBe(400);
  });
});

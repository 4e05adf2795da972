import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createAdmin, createCompany, createUser } from '../../support/factories.ts';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { countNodes } from '../../support/trees.ts';

const QUOTA = 40;

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, { COMPANY_NODES_PER_USER: String(QUOTA) });
});

describe('the limit of elements per user', () => {
  it('holds for concurrent additions', async () => {
    const user = await createUser(api);
    const main = await createCompany(api, { user_id: user.id });
    const element = await createCompany(api, { below: main });
    await sql`
      insert into companies (parent_company_id, main_company_id, level, user_id, type, name, time_zone_utc,
        default_language, default_voice)
      select company_id, tree_id, level + 1, user_id, 'Element', 'Node ' || n, 180, 'ru', 'ru-RU-Standard-A'
      from companies, generate_series(1, ${QUOTA - 5}) n where company_id = ${element.company_id}`.execute(api.db);
    expect(await countNodes(api, user)).toBe(QUOTA - 3);
    const added = await Promise.all(
      Array.from({ length: 12 }, () =>
        api.call(companyChangesHttp.add, user, { name: 'Room', parent_company_id: element.company_id }),
      ),
    );
    expect(added.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(added.find(({ status }) => status !== 201)).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', error: `One person can have ${QUOTA} elements at most in all trees together` },
    });
    expect(await countNodes(api, user)).toBe(QUOTA);

    const company_id = Number(added.find(({ status }) => status === 201)?.body['company_id']);
    await api.call(companyChangesHttp.remove, user, { company_id });
    expect((await api.call(companyChangesHttp.addMain, user, { name: 'Another' })).status).toBe(201);
    expect((await api.call(companyChangesHttp.addMain, user, { name: 'More' })).status).toBe(422);
  });

  it('holds for copies, also by an administrator', async () => {
    const [user, admin] = [await createUser(api), await createAdmin(api)];
    const main = await createCompany(api, { user_id: user.id });
    for (let n = 1; n < 11; n += 1) await createCompany(api, { below: main });
    expect((await api.call(companyChangesHttp.duplicate, user, { company_id: main.company_id })).status).toBe(201);
    expect((await api.call(companyChangesHttp.duplicate, admin, { company_id: main.company_id })).status).toBe(201);
    expect(await countNodes(api, user)).toBe(33);
    for (const caller of [user, admin]) {
      expect(await api.call(companyChangesHttp.duplicate, caller, { company_id: main.company_id })).toMatchObject({
        status: 422,
        body: { code: 'unprocessable' },
      });
    }
    expect(await countNodes(api, user)).toBe(33);
  });

  it('counts down when the owner is deleted', async () => {
    const [user, root] = [await createUser(api), await createUser(api, { role: 'root' })];
    await createCompany(api, { below: await createCompany(api, { user_id: user.id }) });
    expect(await countNodes(api, user)).toBe(2);
    expect((await api.call(userChangesHttp.remove, root, { id: user.id })).status).toBe(200);
    expect(await countNodes(api, user)).toBe(0);
  });
});

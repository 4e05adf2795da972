import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAuditBy } from '../../support/audit.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';

let api: TestApi;
let owner: TestUser;
let otherUser: TestUser;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [owner, otherUser, admin] = [await createUser(api), await createUser(api), await createAdmin(api)];
});

const add = (body: object, { key } = owner) => api.call(companyChangesHttp.add, { key }, { ...body });

const tree = (company_id: number, { key } = owner) =>
  api.call(companiesHttp.tree, { key }, { company_id, expandAll: true });

const info = (company_id: number, { key } = owner) => api.call(companiesHttp.info, { key }, { company_id });

const mains = ({ key } = owner, query: object = {}) => api.call(companiesHttp.listMain, { key }, { ...query });

describe('a main company', () => {
  it('has the zone of its owner and the language of the browser where nothing is said, else those of the installation', async () => {
    const berlin = await createUser(api, { time_zone: 'Europe/Berlin' });
    const make = async (language: string, body: object = {}) => {
      const as = { headers: { 'accept-language': language } };
      const made = await api.call(companyChangesHttp.addMain, berlin, { name: 'Bakeries', ...body }, as);
      return (await info(made.body.company_id, berlin)).body;
    };
    expect(await make('de-AT,de;q=0.9,en;q=0.5')).toMatchObject({
      time_zone: 'Europe/Berlin',
      default_language: 'de',
      default_voice: 'de-DE-Standard-A',
    });
    expect(await make('*')).toMatchObject({ time_zone: 'Europe/Berlin', default_language: 'ru' });
    // No language of a browser: that of the country that was chosen, by any name that the console writes.
    expect(await make('*', { country: 'Germany' })).toMatchObject({ default_language: 'de' });
    expect(await make('*', { country: 'Франция' })).toMatchObject({ default_language: 'fr' });
    expect(await make('en', { country: 'DE' })).toMatchObject({ default_language: 'en' });
    expect(await make('de', { time_zone: null, default_language: 'fr' })).toMatchObject({
      time_zone: null,
      default_language: 'fr',
    });
  });

  it('is created from a name alone, with default settings', async () => {
    const made = await api.call(companyChangesHttp.addMain, owner, {
      name: '  Schools  ',
      description: ' ',
      user_id: String(owner.id),
    });
    expect(made).toMatchObject({ status: 201, body: { id: made.body.company_id } });
    expect((await info(made.body.company_id)).body).toMatchObject({
      name: 'Schools',
      description: null,
      type: 'Main',
      parent_company_id: null,
      user_id: owner.id,
      time_zone_utc: 180,
      default_language: 'ru',
      default_voice: 'ru-RU-Standard-A',
      serial: null,
      status: null,
    });
  });

  it('keeps the text of its name', async () => {
    const name = 'Ёлка 🎄 عربى "q" <b>\\';
    const { body } = await add({ name, emblem: '👩‍👩‍👧‍👦🏢' });
    expect((await info(body.company_id)).body).toMatchObject({ name, emblem: '👩‍👩‍👧‍👦🏢' });
    expect(await add({ name: 'x', emblem: '🏢🏢🏢🏢🏢' })).toMatchObject({ status: 400 });
  });

  it('requires a name, with a message', async () => {
    for (const body of [{}, { name: '' }, { name: '   ' }]) {
      expect(await add(body)).toMatchObject({ status: 400, body: { error: 'Name is required' } });
    }
    expect(await add({ name: 'n'.repeat(33) })).toMatchObject({
      status: 400,
      body: { error: 'A name has 32 characters at most' },
    });
  });

  it('is listed with the number of nodes below it, the largest first, then by name', async () => {
    const user = await createUser(api);
    const [ten, nine, full] = [
      await createCompany(api, { user_id: user.id, name: 'Shop 10' }),
      await createCompany(api, { user_id: user.id, name: 'shop 9' }),
      await createCompany(api, { user_id: user.id, name: 'Zoo' }),
    ];
    const element = await createCompany(api, { below: full });
    await createCompany(api, { below: await createCompany(api, { below: element, type: 'Company' }) });
    const { body } = await mains(user);
    expect(body.map(({ company_id, subcompany_count }) => [company_id, subcompany_count])).toEqual([
      [full.company_id, 3],
      [nine.company_id, 0],
      [ten.company_id, 0],
    ]);
  });

  it('is visible to its owner only, and to administrators who name the owner', async () => {
    const { company_id } = await createCompany(api, { user_id: owner.id });
    expect((await mains(otherUser)).body).toEqual([]);
    expect(await mains(otherUser, { user_id: owner.id })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await mains(admin, { user_id: owner.id })).body.map((main) => main.company_id)).toContain(company_id);
    expect((await mains(admin)).body).toEqual([]);
    const root = await createUser(api, { role: 'root' });
    for (const id of [999_999, root.id]) {
      expect(await mains(admin, { user_id: id })).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
    }
    expect((await mains(root, { user_id: owner.id })).status).toBe(200);
  });

  it('of a root is visible to roots only, whatever id an administrator uses', async () => {
    const root = await createUser(api, { role: 'root' });
    const main = await createCompany(api, { user_id: root.id });
    const { company_id } = await createCompany(api, { below: main });
    for (const answer of [
      await tree(main.company_id, admin),
      await info(company_id, admin),
      await add({ name: 'x', parent_company_id: main.company_id }, admin),
      await api.call(companyChangesHttp.edit, admin, { company_id, name: 'Mine' }),
      await api.call(companyChangesHttp.remove, admin, { company_id }),
      await api.call(companyChangesHttp.duplicate, admin, { company_id }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { error: 'Company not found' } });
    }
    const other = await createUser(api, { role: 'root' });
    expect((await tree(main.company_id, other)).body).toHaveLength(2);
  });

  it('can be created for another user by administrators only, with an audit row', async () => {
    expect(await add({ name: 'Gift', user_id: owner.id }, otherUser)).toMatchObject({ status: 403 });
    const { body } = await add({ name: 'Gift', user_id: owner.id }, admin);
    expect((await info(body.company_id)).body.user_id).toBe(owner.id);
    const rows = await findAuditBy(api.db, 'company.add', [owner, otherUser, admin]);
    expect(rows.filter(({ object_id }) => object_id === String(body.company_id))).toMatchObject([
      { user_id: admin.id, owner_id: owner.id, details: { user_id: owner.id } },
    ]);
  });
});

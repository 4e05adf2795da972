import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { findResponsible } from '@belfry/api/features/places/responsible-people.repository';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAuditBy } from '../../support/audit.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';

let api: TestApi;
let owner: TestUser;
let main: NodePosition;
let shop: NodePosition;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  owner = await createUser(api);
  main = await createCompany(api, { user_id: owner.id, name: 'Chain' });
  shop = await createCompany(api, { below: main, name: 'Shop', type: 'Company' });
});

const ada = { name: 'Ada', email: 'ada@belfry.test', phone: '+4915112345678', language: 'de' };
const vera = { name: 'Вера', email: null, phone: '+79161234567', language: 'ru' };
const read = ({ company_id }: NodePosition, { key } = owner) =>
  api.call(responsiblePeopleHttp.read, { key }, { company_id });
const set = ({ company_id }: NodePosition, people: object[], { key } = owner) =>
  api.call(responsiblePeopleHttp.replace, { key }, { company_id, people });

describe('the responsible people of a node', () => {
  it('are nobody at first', async () => {
    expect((await read(shop)).body).toEqual({
      company_id: shop.company_id,
      inherited: false,
      source_company_id: null,
      source_name: null,
      people: [],
    });
  });

  it('are those of the nearest node above that has any, until it has its own', async () => {
    expect((await set(main, [ada, vera])).body.people).toEqual([ada, vera]);
    const inherited = {
      inherited: true,
      source_company_id: main.company_id,
      source_name: 'Chain',
      people: [ada, vera],
    };
    expect((await read(shop)).body).toMatchObject(inherited);
    expect((await set(shop, [vera])).body).toMatchObject({ source_company_id: shop.company_id, people: [vera] });
    expect((await set(shop, [])).body).toMatchObject(inherited);
  });

  it('are found for many nodes at once', async () => {
    const hall = await createCompany(api, { below: shop, name: 'Hall' });
    const other = await createCompany(api, { user_id: owner.id, name: 'Other' });
    await set(shop, [vera]);
    const found = await findResponsible(
      api.db,
      [main, hall, other].map(({ company_id }) => company_id),
    );
    expect([main, hall, other].map(({ company_id }) => found.get(company_id)?.people)).toEqual([
      [ada, vera],
      [vera],
      [],
    ]);
  });

  it('have normalised numbers', async () => {
    expect((await set(shop, [{ ...ada, phone: '+49 (151) 12345678' }])).body.people[0]?.phone).toBe('+4915112345678');
  });

  it.each([
    ['neither address nor number', { ...vera, phone: null }],
    ['a number that is none', { ...vera, phone: '12' }],
    ['an address that is none', { ...ada, email: 'ada' }],
    ['no name', { ...ada, name: ' ' }],
    ['another language', { ...ada, language: 'xx' }],
  ])('are refused with %s', async (_what, person) => {
    expect((await set(shop, [person])).status).toBe(400);
  });

  it('are 20 at most', async () => {
    expect(
      (
        await set(
          shop,
          Array.from({ length: 21 }, () => vera),
        )
      ).status,
    ).toBe(400);
    expect(
      (
        await set(
          shop,
          Array.from({ length: 20 }, () => vera),
        )
      ).status,
    ).toBe(200);
  });

  it('are changed by administrators too, which is audited', async () => {
    const admin = await createAdmin(api);
    expect((await set(shop, [ada], admin)).status).toBe(200);
    const rows = await findAuditBy(api.db, 'company.responsible', [owner, admin]);
    expect(rows.filter(({ user_id }) => user_id !== owner.id)).toMatchObject([
      { user_id: admin.id, object_id: String(shop.company_id), owner_id: owner.id },
    ]);
  });
});

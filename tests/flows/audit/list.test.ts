import { auditHttp } from '@belfry/schemas/http/audit';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

/** The rows of an organisation as its owner reads them, oldest first. */
const rowsOf = async (owner: TestUser, filter: object = {}) =>
  (await api.call(auditHttp.list, owner, { page_size: 100, ...filter })).body.toReversed();

describe('the list', () => {
  it('filters by person, action, node with what is below it, and time, and has pages', async () => {
    const owner = await createUser(api, { name: 'Margaret Hamilton' });
    const admin = await createAdmin(api);
    const main = await createCompany(api, { user_id: owner.id });
    const below = await createCompany(api, { below: main, type: 'Company' });
    for (const [{ company_id }, name] of [
      [main, 'One'],
      [below, 'Two'],
      [below, 'Three'],
    ] as const)
      await api.call(companyChangesHttp.edit, owner, { company_id, name });
    await api.call(groupsHttp.create, owner, { name: 'Group', devices: [] });
    const found = async (filter: object) => (await rowsOf(owner, filter)).map(({ after }) => after?.['name']);
    expect(await found({ company_id: main.company_id })).toEqual(['One', 'Two', 'Three']);
    expect(await found({ company_id: below.company_id })).toEqual(['Two', 'Three']);
    expect(await found({ action: 'group' })).toEqual(['Group']);
    expect(await found({ action: 'company.edit' })).toHaveLength(3);
    const today = new Date().toISOString().slice(0, 10);
    expect(await found({ from: today, to: today })).toHaveLength(4);
    expect(await found({ to: '2020-01-01' })).toEqual([]);
    expect(await found({ actor: 'nobody' })).toEqual([]);
    const { body } = await api.call(auditHttp.list, admin, { actor: 'margaret hamil', company_id: main.company_id });
    expect(body).toHaveLength(3);
    const page = await api.call(auditHttp.list, owner, { page: 2, page_size: 3 });
    expect(page.body).toHaveLength(1);
    expect(page.headers.get('x-total-count')).toBe('4');
    expect((await api.call(auditHttp.list, owner, { action: 'Not an action' })).status).toBe(400);
    expect((await api.call(auditHttp.list, owner, { page: 100, page_size: 500 })).status).toBe(400);
  });

  it('is a CSV too, in which no cell is a formula', async () => {
    const owner = await createUser(api, { name: '=1+1' });
    await api.call(groupsHttp.create, owner, { name: 'Halls, big', devices: [] });
    const answer = await api.raw(auditHttp.csv, owner);
    expect(answer.headers.get('content-disposition')).toContain('audit-');
    const [head, line, ...rest] = (await answer.text()).trim().split('\r\n');
    expect(head).toContain('at,door,actor,actor_email');
    expect(line).toContain(`'=1+1,${owner.email}`);
    expect(line).toContain('group.create');
    expect(rest).toEqual([]);
  });
});

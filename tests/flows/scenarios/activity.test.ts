import { activityHttp } from '@belfry/schemas/http/activity/activity';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createCompany, createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { prepareScenario } from '../../support/scenarios.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

flow('a run is one row of the activity, for who reads its place', async () => {
  const { owner, company, start } = await prepareScenario(api, () => [
    { kind: 'silence', minutes: 5 },
    { kind: 'silence', minutes: 6 },
  ]);
  const first = (await start()).body.scenario_run_id;
  const second = (await start(owner, { drill: true })).body.scenario_run_id;
  const rows = async (by: { key: string }, query: object = {}) =>
    (await success(api.call(activityHttp.list, by, { view: 'scenarios', ...query }))).rows.map(({ id }) => id);
  const both = [`scenario:${second}`, `scenario:${first}`];
  expect(await rows(owner)).toEqual(both);
  expect(await rows(owner, { company_id: company.company_id, q: 'STO' })).toEqual(both);
  expect(await rows(owner, { q: 'fire' })).toEqual([]);
  expect((await rows(owner, { view: 'all' })).filter((id) => id.startsWith('scenario:'))).toEqual(both);
  const page = await success(api.call(activityHttp.list, owner, { view: 'scenarios', limit: 1 }));
  expect(await rows(owner, { after: page.next ?? '' })).toEqual(both.slice(1));
  const elsewhere = await createCompany(api, { user_id: owner.id });
  expect(await rows(owner, { company_id: elsewhere.company_id })).toEqual([]);
  expect(await rows(await createUser(api))).toEqual([]);
});

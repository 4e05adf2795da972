import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { destinationsHttp } from '@belfry/schemas/http/scenarios/destinations';
import { scenarioRunsHttp } from '@belfry/schemas/http/scenarios/runs';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { letPass } from '@belfry/schemas/testing/clock';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAudit } from '../../support/audit.ts';
import { createDevice, createUser } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { prepareScenario } from '../../support/scenarios.ts';
import { signHook } from '../../support/services/webhook-receiver.ts';
import { createShops, makeMember } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

/** Limits are this part of what they are in production, until the test ends. */
const limit = async (RATE_LIMIT_SCALE: string): Promise<void> =>
  onTestFinished(await changeSettings(api, { RATE_LIMIT_SCALE }));

/** Another system that calls a hook for each call that it gets, and answers what the hook has. */
async function startRelay() {
  let hook: { path: string; secret: string } | null = null;
  let calls = 0;
  const server = createServer((_request, response) => {
    calls += 1;
    const headers = signHook(hook?.secret ?? '', { id: `msg_${calls}`, body: '{}' });
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' };
    void fetch(`${api.url}${hook?.path ?? ''}`, init).then(({ status, headers: answered }) => {
      const retry = answered.get('retry-after');
      response.writeHead(status, retry === null ? {} : { 'retry-after': retry }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    relayTo: (called: typeof hook) => void (hook = called),
  };
}

flow(
  'a scenario that starts itself through its own hook starts so often a minute, and says that it is too often',
  async () => {
    const relay = await startRelay();
    const { owner, company, scenario, start } = await prepareScenario(api, () => [{ kind: 'silence', minutes: 5 }]);
    const elsewhere = await prepareScenario(api, () => [{ kind: 'silence', minutes: 5 }]);
    const { company_id } = company;
    const to = { name: 'Loop', service: 'http' as const, url: relay.url, company_id };
    const { id: destination_id } = await success(api.call(destinationsHttp.create, owner, to));
    const { icon, colour, drill, two_people, name, id, revision } = scenario;
    const fields = { icon, colour, drill, two_people, name, id, revision, enabled: true };
    const again = { kind: 'http' as const, destination_id, method: 'POST' as const, body: '{}' };
    await success(api.call(scenariosHttp.change, owner, { ...fields, actions: [again] }));
    const hooked = { name: 'Loop', company_id, source: { type: 'hook' as const }, scenario_id: id };
    const trigger = await success(
      api.call(triggersHttp.create, owner, { ...hooked, mode: 'automatic' as const, drill: false }),
    );
    relay.relayTo({ path: trigger.hook_path ?? '', secret: trigger.secret ?? '' });
    await limit('0.4');
    expect((await start()).status).toBe(202);
    const runs = async () => (await success(api.call(scenarioRunsHttp.list, owner, { scenario_id: id }))).toReversed();
    const last = async () => {
      const run = (await runs()).at(-1);
      return run && success(api.call(scenarioRunsHttp.read, owner, { scenario_run_id: run.scenario_run_id }));
    };
    const refused = await until('it is refused', last, (run) => run?.actions[0]?.reason === 'It answered 429');
    // It waits as long as it was told.
    expect(refused).toMatchObject({ state: 'running', actions: [{ state: 'waiting' }] });
    expect(await runs()).toHaveLength(4);
    const called = relay.calls();
    await letPass(1_500);
    expect([relay.calls(), (await runs()).length]).toEqual([called, 4]);
    const firings = await success(api.call(triggersHttp.firings, owner, { id: trigger.id }));
    expect(firings.map(({ state }) => state)).toContain('limited');
    expect((await elsewhere.start()).status).toBe(202);
    await success(api.call(scenarioRunsHttp.end, owner, { scenario_run_id: refused?.scenario_run_id ?? '' }));
  },
);

flow('50 presses are one run within five seconds; beyond ten a minute they are refused, others not', async () => {
  const { owner, scenario, start } = await prepareScenario(api, () => [{ kind: 'silence', minutes: 5 }]);
  const elsewhere = await prepareScenario(api, () => [{ kind: 'silence', minutes: 5 }]);
  await limit('1');
  const rows = async () =>
    (
      await api.db
        .selectFrom('scenario_runs')
        .select('scenario_run_id')
        .where('scenario_id', '=', scenario.id)
        .execute()
    ).length;
  const press = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => start()))).map(({ status }) => status);
  const pass = () =>
    api.db
      .updateTable('scenario_runs')
      .set({ created_at: new Date(Date.now() - 6_000) })
      .where('scenario_id', '=', scenario.id)
      .execute();
  expect(await press(50)).toEqual(Array.from({ length: 50 }, () => 202));
  expect(await rows()).toBe(1);
  // The hand has had its minute: the one after is another hand.
  await sql`delete from rate_limits where key = ${`scenarios-by-hand:${owner.id}`}`.execute(api.db);
  for (let n = 2; n <= 10; n += 1) {
    await pass();
    expect(await press(2), `start ${n}`).toEqual([202, 202]);
  }
  await pass();
  expect(await press(3)).toEqual([429, 429, 429]);
  expect(await rows()).toBe(10);
  expect((await elsewhere.start()).status).toBe(202);
  await sql`delete from rate_limits where key = ${`scenario:${scenario.id}`}`.execute(api.db);
  await press(1);
  expect((await press(60)).filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(await rows()).toBeLessThanOrEqual(11);
});

flow('reading a run too often is refused to that person, whole and light apart, and to nobody else', async () => {
  const { owner, own } = await createShops(api);
  await createDevice(api, { user_id: owner.id, company_id: own.node.company_id });
  const actions = [{ kind: 'silence' as const, minutes: 5 }];
  const body = { name: 'Storm', company_id: own.company.company_id, actions };
  const { id } = await success(api.call(scenariosHttp.create, owner, body));
  const started = await success(api.call(scenariosHttp.start, owner, { id }));
  const other = await createUser(api);
  await makeMember(api, owner, own.company, { user: other, role: 'announcer' });
  await limit('0.1');
  const read = async (by: { key: string }, receipts: 'all' | 'none') =>
    (await api.call(scenarioRunsHttp.read, by, { ...started, receipts })).status;
  const reads = async (by: { key: string }, receipts: 'all' | 'none', count: number) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n += 1) statuses.push(await read(by, receipts));
    return statuses.filter((status) => status === 200).length;
  };
  expect(await reads(owner, 'all', 4)).toBe(3);
  expect(await reads(owner, 'none', 32)).toBe(30);
  expect((await api.raw(scenarioRunsHttp.report, owner, started)).status).toBe(429);
  expect((await api.call(scenarioRunsHttp.receipts, owner, { ...started, index: 0 })).status).toBe(429);
  expect([await read(other, 'all'), await read(other, 'none')]).toEqual([200, 200]);
});

flow.each(['demoted', 'removed', 'expired'] as const)(
  'the scenario of an author who was %s does not start, is turned off, and the check says why',
  async (became) => {
    const { owner, own } = await createShops(api);
    await createDevice(api, { user_id: owner.id, company_id: own.node.company_id });
    const author = await createUser(api);
    const member_id = await makeMember(api, owner, own.company, { user: author, role: 'manager' });
    const targets = { nodes: [own.company.company_id] };
    const body = {
      name: 'Storm',
      company_id: own.company.company_id,
      actions: [{ kind: 'say' as const, text: 'Storm', targets }],
    };
    const { id } = await success(api.call(scenariosHttp.create, author, body));
    if (became === 'demoted') await success(api.call(teamsHttp.change, owner, { member_id, role: 'viewer' }));
    else if (became === 'removed') await api.db.deleteFrom('users').where('id', '=', author.id).execute();
    else await sql`update node_rights set expires_at = now() where user_id = ${author.id}`.execute(api.db);
    expect((await success(api.call(scenariosHttp.check, owner, { id }))).actions).toMatchObject([
      { reached: 0, missed: [{ reason: 'not_possible', detail: 'Whoever has prepared it may not any more' }] },
    ]);
    const press = () => api.call(scenariosHttp.start, owner, { id });
    // What ends by itself is noticed by the start.
    const error = became === 'expired' ? 'Whoever has prepared it may not do it any more' : 'This scenario is off';
    expect(await press()).toMatchObject({ status: 409, body: { error } });
    expect(await success(api.call(scenariosHttp.read, owner, { id }))).toMatchObject({
      enabled: false,
      disabled_reason: 'creator',
    });
    expect(await press()).toMatchObject({ status: 409, body: { error: 'This scenario is off' } });
    expect((await api.call(scenarioRunsHttp.list, owner, {})).body).toEqual([]);
    if (became === 'expired') expect(await findAudit(api.db, 'scenario.disable', id)).toHaveLength(1);
  },
);

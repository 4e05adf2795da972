/** @module-tag full */
import { writeAgain } from '@belfry/api/features/scenarios/acts/again';
import { contactGroupsHttp } from '@belfry/schemas/http/scenarios/contacts';
import { scenarioRunsHttp } from '@belfry/schemas/http/scenarios/runs';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { watchMainThread } from '../../support/main-thread.ts';
import { prepareScenario, settled } from '../../support/scenarios.ts';
import { until } from '../../support/until.ts';

const PEOPLE = 5_000;
const ACTIONS = 20;
const SPAN_MAX_MS = 50;

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

/** A group of so many contacts who have confirmed their addresses, and a scenario of so many actions that write to all of them. */
async function prepare(people: number, actions: number) {
  const prepared = await prepareScenario(api, () => [{ kind: 'silence', minutes: 5 }]);
  const { owner, company, scenario } = prepared;
  const { company_id } = company;
  const { id: group } = await success(api.call(contactGroupsHttp.create, owner, { name: 'Parents', company_id }));
  const address = sql`'scale' || ${owner.id}::int || '-' || n || '@belfry.test'`;
  await sql`insert into contacts (group_id, position, name, email, language)
    select ${group}, n, 'Contact ' || n, ${address}, 'en' from generate_series(1, ${people}::int) n`.execute(api.db);
  await sql`insert into confirmed_recipients (channel, recipient, token_hash, confirmed_at)
    select 'mail', ${address}, sha256((${address})::bytea), now() from generate_series(1, ${people}::int) n`.execute(
    api.db,
  );
  const { icon, colour, drill, two_people, name, id, revision } = scenario;
  const fields = { icon, colour, drill, two_people, name, id, revision, enabled: true };
  const mail = { kind: 'mail' as const, subject: 'Storm', text: 'Storm {place}', asks: true };
  const written = { ...mail, recipients: { contacts: [group] } };
  const every = Array.from({ length: actions }, () => written);
  await success(api.call(scenariosHttp.change, owner, { ...fields, actions: every }));
  return { ...prepared, group };
}

/** How long it takes, and the longest span of this thread, in milliseconds. */
async function measured<T>(work: () => Promise<T>) {
  const [begun, end] = [performance.now(), watchMainThread()];
  const result = await work();
  return { result, ms: performance.now() - begun, span: end() };
}

flow('the check of 5,000 people takes as long for each as that of 500, without a span of 50 ms', async () => {
  const [few, many] = [await prepare(PEOPLE / 10, 1), await prepare(PEOPLE, 1)];
  const check = async ({ owner, scenario }: typeof few) => {
    const looks = [];
    for (let n = 0; n < 3; n += 1)
      looks.push(await measured(() => success(api.call(scenariosHttp.check, owner, { id: scenario.id }))));
    const [best] = looks.toSorted((a, b) => a.ms - b.ms);
    if (!best) throw new Error('nothing was measured');
    return best;
  };
  const [of500, of5000] = [await check(few), await check(many)];
  expect(of5000.result.actions).toMatchObject([{ reached: 1_000, missed_total: 4_000 }]);
  expect(of5000.ms / of500.ms).toBeLessThan(20);
  expect(of5000.span).toBeLessThan(SPAN_MAX_MS);
});

flow(
  '20 actions to 5,000 people that are pressed 50 times at once are one run of a bounded number of rows',
  async () => {
    const { owner, scenario, start } = await prepare(PEOPLE, ACTIONS);
    const elsewhere = await prepareScenario(api, () => [{ kind: 'silence', minutes: 5 }]);
    const presses = await Promise.all(Array.from({ length: 50 }, () => start()));
    const runId = presses[0]?.body.scenario_run_id ?? '';
    const { span } = await measured(async () => {
      // Others are answered meanwhile.
      expect((await elsewhere.start()).status).toBe(202);
      const seen = { scenario_run_id: runId, receipts: 'none' as const };
      await until('it has ended', () => success(api.call(scenarioRunsHttp.read, owner, seen)), settled);
    });
    expect(new Set(presses.map(({ status }) => status))).toEqual(new Set([202]));
    const ids = new Set(presses.map(({ body }) => body.scenario_run_id));
    expect(ids.size).toBe(1);
    const { rows } = await sql<{ runs: number; receipts: number }>`
    select count(distinct r.scenario_run_id)::int as runs, count(x.receipt_id)::int as receipts
    from scenario_runs r left join scenario_receipts x using (scenario_run_id) where r.scenario_id = ${scenario.id}`.execute(
      api.db,
    );
    // What the budget of a day takes, and of each action a hundred who get nothing, with their number.
    expect(rows).toEqual([{ runs: 1, receipts: 1_000 + ACTIONS * 101 }]);
    expect(span).toBeLessThan(SPAN_MAX_MS);
  },
);

flow('5,000 people are asked again without a span of 50 ms', async () => {
  const { owner, company, start, read } = await prepare(1, 1);
  const { scenario_run_id } = (await start()).body;
  await until('it has ended', () => read(scenario_run_id), settled);
  await sql`delete from scenario_receipts where scenario_run_id = ${scenario_run_id}::uuid`.execute(api.db);
  await sql`insert into scenario_receipts (scenario_run_id, index, who, state, at, person, recipient, lang, token_hash)
    select ${scenario_run_id}::uuid, 0, 'Person ' || n, 'accepted', now(), n, 'again' || n || '@belfry.test', 'en', sha256((${scenario_run_id} || n)::bytea)
    from generate_series(1, ${PEOPLE}::int) n`.execute(api.db);
  await sql`update scenario_runs set asks_again_at = now() where scenario_run_id = ${scenario_run_id}::uuid`.execute(
    api.db,
  );
  const actions = await api.db
    .selectFrom('scenario_run_actions')
    .selectAll()
    .where('scenario_run_id', '=', scenario_run_id)
    .execute();
  const run = {
    scenario_run_id,
    owner_id: owner.id,
    company_id: company.company_id,
    variables: {},
    zone: 'UTC',
    began_at: new Date(),
  };
  const deps = { db: api.db, config: { ...api.config }, jobs: { send: async () => {}, sendAll: async () => {} } };
  const { span } = await measured(() => writeAgain(deps as never, run as never, actions));
  const {
    actions: [asked],
  } = await read(scenario_run_id);
  expect(asked?.total).toBe(PEOPLE + 1_000 + 100);
  expect(span).toBeLessThan(SPAN_MAX_MS);
});

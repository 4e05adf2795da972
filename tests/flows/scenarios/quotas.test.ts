import { SCENARIO_STARTS_PER_DAY } from '@belfry/schemas/http/scenarios/runs';
import { contactGroupsHttp } from '@belfry/schemas/http/scenarios/contacts';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { SCENARIO_PER_RECIPIENT_AND_HOUR } from '@belfry/schemas/domain/limits';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { prepareScenario, settled } from '../../support/scenarios.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

flow('an organisation starts 500 times a day, and emergencies beside', async () => {
  const { owner, company, nodes, emergency, scenario, start } = await prepareScenario(api, () => [
    { kind: 'silence', minutes: 5 },
  ]);
  const hits = SCENARIO_STARTS_PER_DAY * api.config.RATE_LIMIT_SCALE - 1;
  await sql`insert into rate_limits (key, hits, resets_at)
    values (${`scenarios-of:${owner.id}:false`}, ${hits}, now() + interval '1 day')`.execute(api.db);
  expect((await start()).status).toBe(202);
  const refused = await api.raw(
    scenariosHttp.start,
    owner,
    { id: scenario.id },
    { headers: { 'idempotency-key': '2' } },
  );
  expect(refused.status).toBe(429);
  const fire = await success(
    api.call(scenariosHttp.create, owner, {
      name: 'Fire',
      company_id: company.company_id,
      actions: [{ kind: 'emergency', message_id: emergency, targets: { nodes } }],
    }),
  );
  expect((await api.call(scenariosHttp.start, owner, { id: fire.id })).status).toBe(202);
});

flow('one recipient gets 30 messages an hour, which the check says before', async () => {
  const { owner, scenario, start, read } = await prepareScenario(api, ({ owner: { id } }) => [
    { kind: 'mail', subject: 'Storm', text: 'Storm', recipients: { people: [id] } },
  ]);
  const charge = (count: number) =>
    sql`insert into message_ledger (class, channel, sender_id, recipient, parts)
      select 'scenario', 'mail', ${owner.id}::int, ${owner.email.toLowerCase()}, 1 from generate_series(1, ${count}::int)`.execute(
      api.db,
    );
  const check = async () => (await success(api.call(scenariosHttp.check, owner, { id: scenario.id }))).actions[0];
  await charge(SCENARIO_PER_RECIPIENT_AND_HOUR - 1);
  expect(await check()).toMatchObject({ reached: 1, missed: [] });
  await charge(1);
  expect(await check()).toMatchObject({ reached: 0, missed: [{ reason: 'quota' }] });
  const { scenario_run_id } = (await start()).body;
  const run = await until('the run has ended', () => read(scenario_run_id), settled);
  expect(run.actions[0]?.receipts).toMatchObject([{ state: 'failed', reason: 'The budget of messages is used up' }]);
});

flow('of those who get nothing a run names 100 and counts the others', async () => {
  const { owner, company, start, read, scenario } = await prepareScenario(api, () => [{ kind: 'silence', minutes: 5 }]);
  const group = await success(
    api.call(contactGroupsHttp.create, owner, { name: 'Parents', company_id: company.company_id }),
  );
  await sql`insert into contacts (group_id, position, name, email, language)
    select ${group.id}, n, 'Contact ' || n, 'unasked' || n || '@belfry.test', 'en' from generate_series(1, 150) n`.execute(
    api.db,
  );
  const { icon, colour, drill, two_people, name, id, revision } = scenario;
  const mail = { kind: 'mail', subject: 'Storm', text: 'Storm', recipients: { contacts: [group.id] } } as const;
  const fields = { icon, colour, drill, two_people, name, id, revision, enabled: true };
  await success(api.call(scenariosHttp.change, owner, { ...fields, actions: [mail] }));
  const { scenario_run_id } = (await start()).body;
  const { actions } = await until('the run has ended', () => read(scenario_run_id), settled);
  const [{ receipts } = { receipts: [] }] = actions;
  expect(receipts).toHaveLength(101);
  expect(receipts.map(({ who }) => who)).toContain('+50');
});

import { apiKeysHttp } from '@belfry/schemas/http/api-keys/api-keys';
import type { Scope } from '@belfry/schemas/domain/scopes';
import { scenarioRunsHttp } from '@belfry/schemas/http/scenarios/runs';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { destinationsHttp } from '@belfry/schemas/http/scenarios/destinations';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { answersHttp } from '@belfry/schemas/http/scenarios/answers';
import { expect, onTestFinished } from 'vitest';
import { QUERY_KINDS } from '@belfry/api/features/alarms/kinds/index';
import type { TestApi } from '../../support/api.ts';
import { createDevice, createSpeakers, createUser } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { createMessage } from '../../support/library.ts';
import { mailTo } from '../../support/outbox.ts';
import { prepareScenario, settled } from '../../support/scenarios.ts';
import { startChatServer } from '../../support/services/chat-server.ts';
import { signHook } from '../../support/services/webhook-receiver.ts';
import { createMember, createShops } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(lentApi, { WEBHOOK_ALLOW: '127.0.0.1' });
});

flow('one press speaks, writes and calls, and the run has every receipt', async () => {
  const chat = await startChatServer();
  onTestFinished(() => chat.stop());
  const owner = await createUser(api);
  const { company, ids } = await createSpeakers(api, owner, 1);
  await createDevice(api, { user_id: owner.id, company_id: ids[0] ?? 0 });
  const destination = (fields: object) =>
    success(
      api.call(destinationsHttp.create, owner, {
        name: 'Teachers',
        url: chat.url,
        company_id: company.company_id,
        service: 'teams',
        ...fields,
      }),
    );
  const teams = await destination({});
  const lights = await destination({ name: 'Lights', service: 'http', headers: { authorization: 'Bearer secret' } });
  expect(teams).toMatchObject({ host: new URL(chat.url).host, header_names: [] });
  expect(JSON.stringify(lights)).not.toContain('secret');
  const recipients = { people: [owner.id] };
  const scenario = await success(
    api.call(scenariosHttp.create, owner, {
      name: 'Storm',
      company_id: company.company_id,
      actions: [
        { kind: 'say', text: 'A storm comes. {text}', targets: { nodes: [company.company_id] } },
        { kind: 'mail', subject: 'Storm at {place}', text: '{name} says: {text} {level}', recipients, asks: true },
        { kind: 'sms', text: 'Storm: {text}', recipients },
        { kind: 'chat', destination_id: teams.id, text: 'Storm: {text}' },
        { kind: 'http', destination_id: lights.id, method: 'POST', body: '{"on":true}' },
      ],
    }),
  );
  const started = await success(
    api.call(scenariosHttp.start, owner, { id: scenario.id, variables: { text: 'Stay inside' } }),
  );
  const read = () => success(api.call(scenarioRunsHttp.read, owner, started));
  const mail = await mailTo(api, owner.email);
  expect(mail.text).toContain('says: Stay inside');
  const link = /\/a#(\w+)/.exec(mail.text ?? '')?.[1] ?? '';
  await until(
    'both calls',
    () => chat.received,
    ({ length }) => length === 2,
  );
  const card = chat.received.find(({ body }) => body.includes('AdaptiveCard'));
  expect(JSON.parse(card?.body ?? '')).toMatchObject({
    type: 'message',
    attachments: [{ content: { body: [{ type: 'TextBlock', text: 'Storm: Stay inside', wrap: true }] } }],
  });
  const call = chat.received.find(({ body }) => body === '{"on":true}');
  expect(call?.headers).toMatchObject({
    authorization: 'Bearer secret',
    'idempotency-key': `${started.scenario_run_id}:4`,
  });
  expect(await success(api.call(answersHttp.read, null, { token: link }))).toEqual({ title: 'Storm' });
  await success(api.call(answersHttp.send, null, { token: link, answer: 'help', text: 'Second floor' }));
  const run = await until(
    'everything is settled',
    read,
    (seen) => settled(seen) && seen.actions[1]?.receipts[0]?.state === 'acknowledged',
  );
  expect(run).toMatchObject({ name: 'Storm', drill: false, answers: { asked: 1, help: 1, open: 0 } });
  expect(run.actions.map(({ kind, state }) => [kind, state])).toEqual([
    ['say', 'failed'],
    ['mail', 'done'],
    ['sms', 'failed'],
    ['chat', 'done'],
    ['http', 'done'],
  ]);
  expect(run.actions[0]?.receipts).toMatchObject([{ state: 'failed', reason: 'offline' }]);
  expect(run.actions[1]).toMatchObject({
    reason: 'Not filled in: level',
    receipts: [{ answer: 'help', answer_text: 'Second floor' }],
  });
  expect(run.actions[2]?.receipts).toMatchObject([{ state: 'failed', reason: 'no_number' }]);
  const csv = await api.raw(scenarioRunsHttp.report, owner, started);
  expect(await csv.text()).toContain('acknowledged');
});

flow('the check names who would not be reached, and why, before anything is sent', async () => {
  const { scenario, owner } = await prepareScenario(api, ({ nodes, owner: { id } }) => [
    { kind: 'say', text: 'Hello {teacher}', targets: { nodes } },
    { kind: 'sms', text: 'Hello', recipients: { people: [id] } },
    { kind: 'mail', subject: 'Hello', text: 'Hello', recipients: { people: [id] } },
  ]);
  const { actions } = await success(api.call(scenariosHttp.check, owner, { id: scenario.id }));
  const { company_id } = scenario;
  const draft = { company_id, actions: scenario.actions as never };
  expect((await success(api.call(scenariosHttp.checkDraft, owner, draft))).actions).toEqual(actions);
  const elsewhere = await prepareScenario(api, () => [{ kind: 'silence', minutes: 5 }]);
  const roles = [{ company_id: elsewhere.company.company_id, right: 'read' as const }];
  const foreign = [{ kind: 'mail' as const, subject: 'Hello', text: 'Hello', recipients: { roles } }];
  expect(await success(api.call(scenariosHttp.checkDraft, owner, { company_id, actions: foreign }))).toMatchObject({
    actions: [{ reached: 0, missed: [{ reason: 'not_possible', detail: 'A selected place does not exist' }] }],
  });
  expect((await api.call(scenariosHttp.checkDraft, elsewhere.owner, draft)).status).toBe(404);
  expect(actions).toMatchObject([
    { kind: 'say', reached: 0, missed: [{ reason: 'offline' }], missing: ['teacher'] },
    { kind: 'sms', reached: 0, missed: [{ reason: 'no_number' }] },
    { kind: 'mail', reached: 1, missed: [] },
  ]);
  expect(await success(api.call(scenariosHttp.read, owner, { id: scenario.id }))).toMatchObject({ missed: 2 });
  const found = async () =>
    (await QUERY_KINDS.scenario_misses.find({ db: api.db, now: Date.now() } as never)).filter(
      ({ subject }) => subject === `scenario:${scenario.id}`,
    );
  expect(await found()).toEqual([]);
  await api.db.updateTable('scenarios').set({ reached_all_at: new Date() }).where('id', '=', scenario.id).execute();
  expect(await found()).toMatchObject([{ detail: 'Storm: 2', company_id: scenario.company_id }]);
});

flow('an impatient hand, and the same key, start one run', async () => {
  const { start, scenario, owner } = await prepareScenario(api, () => [{ kind: 'silence', minutes: 5 }]);
  const presses = await Promise.all(Array.from({ length: 5 }, () => start()));
  const ids = new Set(presses.filter(({ status }) => status === 202).map(({ body }) => body.scenario_run_id));
  expect(ids.size).toBe(1);
  const key = { headers: { 'idempotency-key': 'press-1' } };
  const again = () => api.raw(scenariosHttp.start, owner, { id: scenario.id, drill: true }, key);
  const [first, second] = [await (await again()).json(), await (await again()).json()] as { scenario_run_id: string }[];
  expect(second?.scenario_run_id).toBe(first?.scenario_run_id);
});

flow('an emergency goes on until the run is ended, and a later action never begins', async () => {
  const { start, read, owner } = await prepareScenario(api, ({ nodes, emergency }) => [
    { kind: 'emergency', message_id: emergency, targets: { nodes } },
    { kind: 'say', text: 'Later', targets: { nodes }, after: 'previous', after_s: 600 },
  ]);
  const { scenario_run_id } = (await start()).body;
  const begun = await until(
    'the emergency goes on',
    () => read(scenario_run_id),
    ({ actions }) => actions[0]?.state === 'active',
  );
  expect(begun).toMatchObject({ state: 'running', actions: [{}, { state: 'waiting' }] });
  const ended = await success(api.call(scenarioRunsHttp.end, owner, { scenario_run_id }));
  expect(ended).toEqual({ ended: 1, kept: [] });
  expect(await read(scenario_run_id)).toMatchObject({
    state: 'ended',
    actions: [{ state: 'ended' }, { state: 'cancelled' }],
  });
  expect((await api.call(scenarioRunsHttp.end, owner, { scenario_run_id })).status).toBe(409);
});

flow('a trigger starts a scenario with the fields of its call, once', async () => {
  const { owner, company, scenario } = await prepareScenario(api, ({ owner: { id } }) => [
    { kind: 'mail', subject: 'Level {hook.level}', text: '{text}', recipients: { people: [id] } },
  ]);
  const trigger = await success(
    api.call(triggersHttp.create, owner, {
      name: 'Sensor',
      company_id: company.company_id,
      source: { type: 'hook' },
      scenario_id: scenario.id,
      mode: 'automatic',
      drill: false,
    }),
  );
  expect(trigger).toMatchObject({ scenario_id: scenario.id, action: { type: 'scenario' } });
  const body = JSON.stringify({ level: 7, text: 'Water in the cellar' });
  const headers = signHook(trigger.secret ?? '', { id: 'msg_1', body });
  const call = { hook_id: trigger.hook_path?.split('/').at(-1) ?? '' };
  const called = await api.raw(triggersHttp.hook, null, { ...call, body }, { headers });
  expect(called.status).toBe(202);
  const mail = await mailTo(api, owner.email);
  expect([mail.subject, mail.text?.trim()]).toEqual(['Level 7', 'Water in the cellar']);
  const { body: runs } = await api.call(scenarioRunsHttp.list, owner, { page: 1, page_size: 10 });
  expect(runs).toMatchObject([{ name: 'Storm', source: 'trigger', started_by: 'Sensor' }]);
});

flow('a key of a program starts what its scopes allow', async () => {
  const { owner, company, nodes, scenario, read } = await prepareScenario(api, () => [{ kind: 'silence', minutes: 5 }]);
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const { company_id } = company;
  const keyOf = (scopes: Scope[]) =>
    success(api.call(apiKeysHttp.create, owner, { name: 'Lift', scopes, company_id, expires_at }));
  const [lift, other] = [await keyOf(['scenarios']), await keyOf(['say'])];
  const start = (key: string, id: number) => api.call(scenariosHttp.start, { key }, { id });
  expect((await start(other.key, scenario.id)).body).toMatchObject({ error: 'This key lacks the scope scenarios' });
  const started = await success(start(lift.key, scenario.id));
  expect(await read(started.scenario_run_id, lift)).toMatchObject({ started_by: 'Lift', actions: [{ state: 'done' }] });
  const { id: message_id } = await createMessage(api, owner, { name: 'Fire', emergency: true });
  const actions = [{ kind: 'emergency' as const, message_id, targets: { nodes } }];
  const fire = await success(api.call(scenariosHttp.create, owner, { name: 'Fire', company_id, actions }));
  expect((await start(lift.key, fire.id)).status).toBe(404);
  expect((await start((await keyOf(['scenarios', 'emergency'])).key, fire.id)).status).toBe(202);
});

flow('where two people are needed, a second one confirms', async () => {
  const chain = await createShops(api);
  const { company_id } = chain.own.company;
  const actions = [{ kind: 'silence' as const, minutes: 5 }];
  const body = { name: 'Quiet', company_id, two_people: true, actions };
  const { id } = await success(api.call(scenariosHttp.create, chain.owner, body));
  const other = await createMember(api, chain.owner, chain.own.company, { role: 'announcer' });
  const started = await success(api.call(scenariosHttp.start, chain.owner, { id }));
  expect(started.state).toBe('confirming');
  const confirm = (by: { key: string }) =>
    api.call(scenarioRunsHttp.confirm, by, { scenario_run_id: started.scenario_run_id });
  expect((await confirm(chain.owner)).status).toBe(409);
  expect((await confirm(other)).body).toMatchObject({ confirmed_by: expect.any(String), actions: [{ state: 'done' }] });
  expect((await confirm(other)).status).toBe(409);
});

import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { expect, test } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createEvaluator } from '../../support/alarms/fleet.ts';
import { createDevice, type TestUser } from '../../support/factories.ts';
import { signHook } from '../../support/services/webhook-receiver.ts';
import { createMember, createShops } from '../../support/teams.ts';

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  // A tenth of each limit.
  api = lentApi;
  await changeSettings(api, { RATE_LIMIT_SCALE: '0.1' });
});

test('a trigger that is started too often says so in its history, and a hook that is called too often is refused', async () => {
  const { owner, main, own } = await createShops(api);
  await createDevice(api, { user_id: owner.id, company_id: own.node.company_id });
  const lunch = { name: 'Lunch', variants: [{ language: 'en', text: 'Lunch' }] };
  const { id: message_id } = (await api.call(messagesHttp.create, owner, lunch)).body;
  const { body: trigger } = await api.call(triggersHttp.create, owner, {
    name: 'Lunch',
    company_id: main.company_id,
    source: { type: 'hook' },
    action: { type: 'message', message_id, targets: { nodes: [main.company_id] } },
    mode: 'automatic',
    drill: false,
  });
  const call = async (id: string) => {
    const headers = signHook(trigger.secret ?? '', { id, body: '{}' });
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' };
    const answer = await fetch(`${api.url}${trigger.hook_path ?? ''}`, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  expect((await call('msg_1')).body).toMatchObject({ state: 'started' });
  for (const n of [2, 3, 4, 5, 6])
    expect(await call(`msg_${n}`)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect((await call('msg_7')).status).toBe(429);
  const { body: history } = await api.call(triggersHttp.firings, owner, { id: trigger.id });
  expect(history.map(({ state }) => state)).toEqual([...Array.from({ length: 5 }, () => 'limited'), 'started']);
});

/** A hook that starts an emergency at a shop, and what calls it. */
async function prepareFireButton({ owner, node }: { owner: TestUser; node: { company_id: number } }) {
  const fire = { name: 'Fire', variants: [{ language: 'en', text: `Fire ${node.company_id}` }], emergency: true };
  const { id: message_id } = (await api.call(messagesHttp.create, owner, fire)).body;
  const { body: trigger } = await api.call(triggersHttp.create, owner, {
    name: 'Fire button',
    company_id: node.company_id,
    source: { type: 'hook' },
    action: { type: 'emergency', message_id, targets: { nodes: [node.company_id] } },
    mode: 'automatic',
    drill: false,
    confirmed: true,
  });
  const press = async (id: string) => {
    const headers = signHook(trigger.secret ?? '', { id, body: '{}' });
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' };
    const answer = await fetch(`${api.url}${trigger.hook_path ?? ''}`, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return { trigger, press };
}

test('a manager of one shop who starts everything as often as they may blocks no fire button, and no trigger of another shop', async () => {
  const { owner, own, other } = await createShops(api);
  await createDevice(api, { user_id: owner.id, company_id: other.node.company_id });
  const { press } = await prepareFireButton({ owner, node: other.company });
  const manager = await createMember(api, owner, own.company, { role: 'manager' });
  const quiet = (by: TestUser, { company_id }: { company_id: number }, name: string) =>
    api.call(triggersHttp.create, by, {
      name,
      company_id,
      source: { type: 'call' },
      action: { type: 'silence', minutes: 5 },
      mode: 'ask',
      drill: false,
    });
  const theirs = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => quiet(manager, own.company, `Quiet ${n}`)));
  const states: number[] = [];
  for (const { body } of [...theirs, ...theirs.slice(0, 1)])
    states.push((await api.call(triggersHttp.start, manager, { id: body.id })).status);
  expect(states).toEqual([202, 202, 202, 202, 202, 202, 429]);
  expect(await press('msg_1')).toMatchObject({ status: 202, body: { state: 'started' } });
  const { body: honest } = await quiet(owner, other.company, 'Quiet');
  expect(await api.call(triggersHttp.start, owner, { id: honest.id })).toMatchObject({
    status: 202,
    body: { state: 'asking' },
  });
  expect((await api.call(emergencyHttp.read, owner)).body.active).toMatchObject([{ title: 'Fire' }]);
});

test('an emergency that is started too often is refused and an alarm, and the same message starts it later', async () => {
  const { owner, own, other } = await createShops(api);
  await createDevice(api, { user_id: owner.id, company_id: own.node.company_id });
  const { trigger, press } = await prepareFireButton({ owner, node: own.company });
  const { step } = createEvaluator(api);
  let now = Date.now();
  /** Each kind is asked for in its turn. */
  const pass = async () => {
    for (let steps = 0; steps < 30; steps += 1) await step((now += 3_000));
  };
  const open = async (caller = owner) =>
    (await api.call(alarmsHttp.list, caller, { kind: 'emergency_not_started' })).body;
  expect((await press('msg_1')).status).toBe(202);
  expect(await press('msg_2')).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  await pass();
  const named = { severity: 'critical', place: 'Shop 12', detail: 'Fire button: It was started too often' };
  expect(await open()).toMatchObject([named]);
  expect(await open(await createMember(api, owner, own.company, { role: 'manager' }))).toMatchObject([named]);
  expect(await open(await createMember(api, owner, other.company, { role: 'manager' }))).toEqual([]);
  await api.db.deleteFrom('rate_limits').where('key', '=', `trigger:${trigger.id}`).execute();
  expect(await press('msg_2')).toMatchObject({ status: 202, body: { state: 'started', repeated: true } });
  await pass();
  expect(await open()).toEqual([]);
});

import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { type NewTriggerBody, triggersHttp, TRIGGERS_MAX } from '@belfry/schemas/http/triggers/triggers';
import { beforeEach, expect, test } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { createDevice, type TestUser } from '../../support/factories.ts';
import { signHook } from '../../support/services/webhook-receiver.ts';
import { createMember, createShops, makeMember } from '../../support/teams.ts';
import { createUser } from '../../support/factories.ts';

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
let messageId: number;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  chain = await createShops(api);
  await createDevice(api, { user_id: chain.owner.id, company_id: chain.own.node.company_id });
  const fire = { name: 'Fire', variants: [{ language: 'en', text: `Fire ${chain.owner.id}` }], emergency: true };
  messageId = (await api.call(messagesHttp.create, chain.owner, fire)).body.id;
});

type Overrides = Partial<Omit<NewTriggerBody, 'source' | 'action'>> & { by?: TestUser };
const emergency = () => ({
  type: 'emergency' as const,
  message_id: messageId,
  targets: { nodes: [chain.main.company_id] },
});
const create = ({ by = chain.owner, ...overrides }: Overrides = {}) =>
  api.call(triggersHttp.create, by, {
    name: 'Panic button',
    company_id: chain.main.company_id,
    source: { type: 'hook' },
    action: emergency(),
    mode: 'automatic',
    drill: false,
    confirmed: true,
    ...overrides,
  });

const post = async (path: string | null, headers: Record<string, string>, body = '{"button":"till 3"}') => {
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const BODY = '{"button":"till 3"}';
const runs = async () => (await api.call(emergencyHttp.read, chain.owner)).body.active;

test('a signed call starts what was prepared, once for each id', async () => {
  const { status, body: trigger } = await create();
  expect(status).toBe(201);
  const headers = signHook(trigger.secret ?? '', { id: 'msg_1', body: BODY });
  const first = await post(trigger.hook_path, headers);
  expect(first).toMatchObject({ status: 202, body: { state: 'started', repeated: false } });
  const again = await post(trigger.hook_path, headers);
  expect(again).toMatchObject({ status: 202, body: { firing_id: first.body['firing_id'], repeated: true } });
  const signedAgain = signHook(trigger.secret ?? '', { id: 'msg_1', body: BODY, at: Date.now() + 60_000 });
  expect((await post(trigger.hook_path, signedAgain)).body).toMatchObject({ repeated: true });
  expect(await runs()).toMatchObject([{ kind: 'emergency', title: 'Fire' }]);
  const { body: history } = await api.call(triggersHttp.firings, chain.owner, { id: trigger.id });
  expect(history).toMatchObject([
    {
      source: 'hook',
      state: 'started',
      run_id: (await runs())[0]?.run_id,
      details: { message_id: 'msg_1', body: BODY },
    },
  ]);
  const { body: next } = await post(trigger.hook_path, signHook(trigger.secret ?? '', { id: 'msg_2', body: BODY }));
  expect(next).toMatchObject({ state: 'started', repeated: false });
  expect(await runs()).toHaveLength(2);
});

test('a call that is not genuine, or not of now, starts nothing', async () => {
  const { body: trigger } = await create();
  const secret = trigger.secret ?? '';
  const genuine = signHook(secret, { id: 'msg_1', body: BODY });
  const other = (await create({ name: 'Another' })).body.secret ?? '';
  const refused: [Record<string, string>, string][] = [
    [{}, 'required'],
    [{ ...genuine, 'webhook-signature': 'v1,AAAA' }, 'signature is wrong'],
    [{ ...genuine, 'webhook-id': 'msg_2' }, 'signature is wrong'],
    [signHook(other, { id: 'msg_1', body: BODY }), 'signature is wrong'],
    [signHook(secret, { id: 'msg_1', body: `${BODY} ` }), 'signature is wrong'],
    [signHook(secret, { id: 'msg_1', body: BODY, at: Date.now() - 301_000 }), 'older than five minutes'],
    [signHook(secret, { id: 'msg_1', body: BODY, at: Date.now() + 310_000 }), 'ahead'],
  ];
  for (const [headers, text] of refused) {
    const answer = await post(trigger.hook_path, headers);
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(answer.body['error']).toContain(text);
  }
  expect((await post('/api/hooks/3f1f3f0e-54c7-4b6e-9f1c-2d4c3c1c9a11', genuine)).status).toBe(404);
  expect((await post('/api/hooks/1', genuine)).status).toBe(400);
  expect(await runs()).toEqual([]);
  expect((await api.call(triggersHttp.firings, chain.owner, { id: trigger.id })).body).toEqual([]);
});

test('both secrets are accepted while they are rotated', async () => {
  const { body: trigger } = await create({ drill: true });
  const { body: rotated } = await api.call(triggersHttp.rotate, chain.owner, { id: trigger.id });
  for (const [index, secret] of [trigger.secret, rotated.secret].entries()) {
    const headers = signHook(secret ?? '', { id: `msg_${index}`, body: BODY });
    expect(await post(trigger.hook_path, headers)).toMatchObject({ status: 202, body: { state: 'drill' } });
  }
  expect(await runs()).toMatchObject([{ kind: 'drill' }, { kind: 'drill' }]);
});

test('an emergency without asking needs a confirmation when it is set up, and a right of its own', async () => {
  expect((await create({ confirmed: false })).body).toMatchObject({ code: 'unprocessable' });
  expect((await create({ confirmed: false, mode: 'ask' })).status).toBe(201);
  const own = { company_id: chain.own.company.company_id };
  const manager = await createMember(api, chain.owner, chain.own.company, { role: 'manager' });
  expect((await create({ ...own, by: manager })).status).toBe(403);
  const planner = await createMember(api, chain.owner, chain.own.company, { role: 'planner', may_emergency: true });
  expect((await create({ ...own, by: planner })).status).toBe(403);
  const stranger = await createUser(api);
  expect((await create({ by: stranger })).status).toBe(404);
});

test('one that asks waits for somebody who may, and is decided once', async () => {
  const { body: trigger } = await create({ mode: 'ask', confirmed: false });
  const call = (id: string) => post(trigger.hook_path, signHook(trigger.secret ?? '', { id, body: BODY }));
  const asked = await call('msg_1');
  expect(asked.body).toMatchObject({ state: 'asking' });
  expect(await runs()).toEqual([]);
  const announcer = await createMember(api, chain.owner, chain.main, { role: 'announcer' });
  const rescuer = await createMember(api, chain.owner, chain.main, { role: 'announcer', may_emergency: true });
  const firing_id = Number(asked.body['firing_id']);
  expect((await api.call(triggersHttp.asking, announcer)).body).toEqual([]);
  expect((await api.call(triggersHttp.confirm, announcer, { firing_id })).status).toBe(404);
  expect((await api.call(triggersHttp.asking, rescuer)).body).toMatchObject([
    {
      firing_id,
      name: 'Panic button',
      asks: {
        action: 'emergency',
        what: 'Fire',
        says: `Fire ${chain.owner.id}`,
        place: 'Chain',
        sites: { total: 1, names: ['Shop 12'] },
        devices: 1,
        reachable: 0,
      },
    },
  ]);
  const confirmed = await api.call(triggersHttp.confirm, rescuer, { firing_id });
  expect(confirmed.body).toMatchObject({ state: 'started', decided_by: expect.any(String) });
  expect((await api.call(triggersHttp.confirm, rescuer, { firing_id })).status).toBe(409);
  expect(await runs()).toHaveLength(1);
  const second = Number((await call('msg_2')).body['firing_id']);
  const declined = await api.call(triggersHttp.decline, rescuer, { firing_id: second });
  expect(declined.body).toMatchObject({ state: 'declined' });
  expect(await runs()).toHaveLength(1);
});

test('acts with the rights that its creator has then, and is turned off without them', async () => {
  const manager = await createUser(api);
  const granted = { user: manager, role: 'manager' as const, may_emergency: true };
  const member_id = await makeMember(api, chain.owner, chain.own.company, granted);
  const own = chain.own.company.company_id;
  const { body: trigger } = await api.call(triggersHttp.create, manager, {
    name: 'Till',
    company_id: own,
    source: { type: 'hook' },
    action: { type: 'emergency', message_id: messageId, targets: { nodes: [own] } },
    mode: 'automatic',
    drill: false,
    confirmed: true,
  });
  const call = (id: string) => post(trigger.hook_path, signHook(trigger.secret ?? '', { id, body: BODY }));
  expect((await call('msg_1')).body).toMatchObject({ state: 'started' });
  await api.call(teamsHttp.end, chain.owner, { member_id });
  expect(await call('msg_2')).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const { body: history } = await api.call(triggersHttp.firings, chain.owner, { id: trigger.id });
  expect(history.map(({ state }) => state)).toEqual(['refused', 'started']);
  const { body: off } = await api.call(triggersHttp.read, chain.owner, { id: trigger.id });
  expect(off).toMatchObject({ enabled: false, disabled_reason: 'creator', created_by: expect.any(String) });
});

test('all clear, a test that is a drill, and what is limited', async () => {
  const { body: trigger } = await create();
  const call = (id: string) => post(trigger.hook_path, signHook(trigger.secret ?? '', { id, body: BODY }));
  await call('msg_1');
  const tested = await api.call(triggersHttp.test, chain.owner, { id: trigger.id });
  expect(tested).toMatchObject({ status: 202, body: { source: 'test', state: 'drill' } });
  expect((await runs()).map(({ kind }) => kind).sort()).toEqual(['drill', 'emergency']);
  const { body: clear } = await api.call(triggersHttp.create, chain.owner, {
    name: 'All clear',
    company_id: chain.main.company_id,
    source: { type: 'call' },
    action: { type: 'all_clear' },
    mode: 'automatic',
    drill: false,
    confirmed: true,
  });
  expect(clear.hook_path).toBeNull();
  const started = await api.call(triggersHttp.start, chain.owner, { id: clear.id });
  expect(started.body).toMatchObject({ state: 'started', run_id: null });
  expect(await runs()).toEqual([]);
  const audited = await api.db
    .selectFrom('audit_log')
    .select('action')
    .where('object_kind', '=', 'trigger')
    .where('object_id', 'in', [String(trigger.id), String(clear.id)])
    .orderBy('id')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual([
    'trigger.create',
    'trigger.start',
    'trigger.test',
    'trigger.start',
    'trigger.create',
    'trigger.call',
    'trigger.start',
  ]);
});

test('an organisation has 50 of them', async () => {
  const rows = Array.from({ length: TRIGGERS_MAX }, (_, n) => ({
    owner_id: chain.owner.id,
    company_id: chain.main.company_id,
    name: `Trigger ${n}`,
    source: JSON.stringify({ type: 'call' }),
    action: JSON.stringify({ type: 'all_clear' }),
    mode: 'ask' as const,
    drill: false,
  }));
  await api.db.insertInto('triggers').values(rows).execute();
  expect((await create()).status).toBe(422);
});

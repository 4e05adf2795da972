import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { expect, test } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createDevice } from '../../support/factories.ts';
import { signHook } from '../../support/services/webhook-receiver.ts';
import { createShops } from '../../support/teams.ts';

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
  for (const n of [2, 3, 4, 5, 6]) expect((await call(`msg_${n}`)).body).toMatchObject({ state: 'limited' });
  expect((await call('msg_7')).status).toBe(429);
  const { body: history } = await api.call(triggersHttp.firings, owner, { id: trigger.id });
  expect(history.map(({ state }) => state)).toEqual([...Array.from({ length: 5 }, () => 'limited'), 'started']);
});

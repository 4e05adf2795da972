import { DESTINATION_SERVICES } from '@belfry/schemas/http/scenarios/destinations';
import { destinationsHttp } from '@belfry/schemas/http/scenarios/destinations';
import { scenarioRunsHttp } from '@belfry/schemas/http/scenarios/runs';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createCompany, createUser } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { startChatServer } from '../../support/services/chat-server.ts';
import { until } from '../../support/until.ts';

type Service = Exclude<(typeof DESTINATION_SERVICES)[number], 'http'>;
const SERVICES = DESTINATION_SERVICES.filter((service): service is Service => service !== 'http');

let api: TestApi;
let chat: Awaited<ReturnType<typeof startChatServer>>;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(lentApi, { WEBHOOK_ALLOW: '127.0.0.1' });
  chat = await startChatServer();
  return () => chat.stop();
});

/** A scenario that writes this to chats of these services, in an organisation of its own. */
async function prepare(services: readonly Service[], text: string) {
  const owner = await createUser(api);
  const { company_id } = await createCompany(api, { user_id: owner.id });
  const destinations = [];
  for (const service of services) {
    const fields = { name: service, service, url: chat.urlOf(service), company_id };
    const chat_id = service === 'telegram' ? '-100123' : '';
    destinations.push(await success(api.call(destinationsHttp.create, owner, { ...fields, chat_id })));
  }
  const actions = destinations.map(({ id }) => ({ kind: 'chat' as const, destination_id: id, text }));
  const { id } = await success(api.call(scenariosHttp.create, owner, { name: 'Storm', company_id, actions }));
  const check = async () => (await success(api.call(scenariosHttp.check, owner, { id }))).actions;
  async function run(variables: Record<string, string> = {}, is: (states: string[]) => boolean = isSettled) {
    const started = await success(api.call(scenariosHttp.start, owner, { id, variables }));
    const read = () => success(api.call(scenarioRunsHttp.read, owner, started));
    return until('it is so', read, ({ actions: seen }) => is(seen.map(({ state }) => state)));
  }
  return { run, check };
}
const isSettled = (states: readonly string[]): boolean =>
  states.every((state) => !['waiting', 'working'].includes(state));

flow('each chat takes what it is sent, however long and in whatever script', async () => {
  const { run } = await prepare(SERVICES, `{text} ${'é'.repeat(3_900)}`);
  const text = '<!channel> @channel <users/all> & *now* 😀 عاصفة';
  const { actions } = await run({ text });
  expect(actions.map(({ state, reason }) => [state, reason])).toEqual(SERVICES.map(() => ['done', null]));
  const bodyOf = (service: Service) => chat.received.findLast(({ path }) => path === `/${service}`)?.body ?? '';
  for (const service of SERVICES) expect(bodyOf(service)).toContain('😀 عاصفة');
  // What was typed calls nobody.
  expect(bodyOf('slack')).toContain('&lt;!channel&gt;');
  expect(bodyOf('mattermost')).not.toContain('@channel');
  expect(bodyOf('google_chat')).not.toContain('<users/all>');
  expect(bodyOf('discord')).toContain('"parse":[]');
});

flow(
  'one that answers 200 and has not taken it, redirects or was deleted is a failure, and named by the next check',
  async () => {
    const lies: [Service, { status: number; body: string; headers?: Record<string, string> }, string][] = [
      ['slack', { status: 200, body: 'invalid_payload' }, 'It answered 200 and has not taken it'],
      ['mattermost', { status: 200, body: '<html>' }, 'It answered 200 and has not taken it'],
      ['telegram', { status: 200, body: '{"ok":false}' }, 'It answered 200 and has not taken it'],
      [
        'teams',
        { status: 302, body: '', headers: { location: chat.urlOf('teams') } },
        'It redirects (302), which is not followed',
      ],
      ['teams', { status: 404, body: 'The workflow was deleted' }, 'It answered 404'],
    ];
    for (const [service, answer, reason] of lies) {
      const { run, check } = await prepare([service], 'Storm');
      expect(await check()).toMatchObject([{ reached: 1, missed: [] }]);
      const before = chat.received.length;
      chat.answerWith(answer);
      const { actions } = await run();
      chat.answerWith(null);
      expect(actions).toMatchObject([{ state: 'failed', reason, receipts: [{ state: 'failed', reason }] }]);
      expect(chat.received.length - before).toBe(1);
      expect(await check()).toMatchObject([{ reached: 0, missed: [{ reason: 'refused_last_time', detail: reason }] }]);
    }
  },
);

flow('one that has no time now is asked again when it says so, by the same key', async () => {
  const { run, check } = await prepare(['teams'], 'Storm');
  const before = chat.received.length;
  chat.answerWith({ status: 429, body: '', headers: { 'retry-after': '6' } });
  const waiting = run({}, ([state]) => state === 'waiting' && chat.received.length > before);
  expect((await waiting).actions).toMatchObject([{ state: 'waiting', reason: 'It answered 429' }]);
  chat.answerWith(null);
  const [first, second] = await until(
    'it is asked again',
    () => chat.received.slice(before),
    ({ length }) => length === 2,
  );
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(6_000);
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  expect(await check()).toMatchObject([{ reached: 1 }]);
});

flow('what was typed stays within its text of a body of JSON', async () => {
  const owner = await createUser(api);
  const { company_id } = await createCompany(api, { user_id: owner.id });
  const bodiesWith = async (headers: Record<string, string>) => {
    const fields = { name: 'Lights', service: 'http' as const, url: chat.url, company_id, headers };
    const { id: destination_id } = await success(api.call(destinationsHttp.create, owner, fields));
    const actions = [{ kind: 'http' as const, destination_id, method: 'POST' as const, body: '{"text":"{text}"}' }];
    const body = { name: 'Lights', company_id, actions };
    const { id } = await success(api.call(scenariosHttp.create, owner, body));
    const before = chat.received.length;
    await success(api.call(scenariosHttp.start, owner, { id, variables: { text: 'a","admin":"yes' } }));
    const [received] = await until(
      'it is called',
      () => chat.received.slice(before),
      ({ length }) => length > 0,
    );
    return received?.body;
  };
  expect(JSON.parse((await bodiesWith({})) ?? '')).toEqual({ text: 'a","admin":"yes' });
  expect(await bodiesWith({ 'Content-Type': 'text/plain' })).toBe('{"text":"a","admin":"yes"}');
});

import { writeAgain } from '@belfry/api/features/scenarios/acts/again';
import { insertReceipts } from '@belfry/api/features/scenarios/receipts.repository';
import { settleAction } from '@belfry/api/features/scenarios/run-actions.repository';
import { endRunRow } from '@belfry/api/features/scenarios/runs.repository';
import { answersHttp } from '@belfry/schemas/http/scenarios/answers';
import { scenarioRunsHttp } from '@belfry/schemas/http/scenarios/runs';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { letPass } from '@belfry/schemas/testing/clock';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createDevice } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { readMails } from '../../support/outbox.ts';
import { prepareScenario } from '../../support/scenarios.ts';
import { createMember, createShops } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

/** A run that has asked the owner and a member by mail. */
async function askTwo() {
  const chain = await createShops(api);
  const { own, owner } = chain;
  await createDevice(api, { user_id: owner.id, company_id: own.node.company_id });
  const other = await createMember(api, owner, own.company, { role: 'announcer' });
  const recipients = { people: [owner.id, other.id] };
  const { id } = await success(
    api.call(scenariosHttp.create, owner, {
      name: 'Storm',
      company_id: own.company.company_id,
      actions: [
        { kind: 'mail', subject: 'Storm at {place}', text: '{name}: {text} {level}', recipients, asks: true },
        { kind: 'push', title: '{text}', text: '{level}', recipients },
        { kind: 'say', text: '{text}', targets: { nodes: [own.company.company_id] }, after_s: 3_600 },
      ],
    }),
  );
  const variables = { text: 'Stay inside' };
  const started = await success(api.call(scenariosHttp.start, owner, { id, variables }));
  const read = (by: { key: string } = owner) => success(api.call(scenarioRunsHttp.read, by, started));
  const linksTo = async ({ email }: { email: string }): Promise<string[]> =>
    (await readMails(api)).flatMap(({ to, text }) =>
      to?.some(({ address }) => address === email) ? (/\/a#(\w+)/.exec(text ?? '')?.[1] ?? []) : [],
    );
  /** The newest of so many. */
  const linkOf = async (to: { email: string }, count: number): Promise<string> =>
    (
      await until(
        'the link',
        () => linksTo(to),
        ({ length }) => length === count,
      )
    ).at(-1) ?? '';
  const send = (token: string, fields: { answer?: 'safe' | 'help'; correction?: string } = {}) =>
    api.call(answersHttp.send, null, { token, answer: 'help', text: 'Cellar', ...fields });
  const answer = (token: string) => success(send(token));
  const accepted = await until(
    'both mails are accepted',
    read,
    ({ actions: [mail, push] }) => mail?.total === 2 && mail.open === 0 && push?.state === 'failed',
  );
  return { ...chain, other, started, read, linkOf, send, answer, accepted };
}

flow('those who have not answered are asked again, once each, and each link takes an answer', async () => {
  const { owner, other, started, read, linkOf, answer, accepted } = await askTwo();
  expect(accepted).toMatchObject({ may_ask_again: true, answers: { asked: 2, open: 2 } });
  const first = await linkOf(other, 1);
  await answer(await linkOf(owner, 1));
  const askAgain = () => api.call(scenarioRunsHttp.askAgain, owner, started);
  expect(await askAgain()).toMatchObject({ status: 202, body: { people: 1 } });
  const second = await linkOf(other, 2);
  expect(second).not.toBe(first);
  const again = await until(
    'the second mail is accepted',
    read,
    ({ actions: [mail] }) => mail?.total === 3 && mail.open === 0,
  );
  expect(again).toMatchObject({ answers: { asked: 2, help: 1, open: 1 }, actions: [{ total: 3 }, {}, {}] });
  // A job is repeated after its process was killed.
  const { rows } = await sql<{ index: number; action: never }>`
    select index, action from scenario_run_actions where scenario_run_id = ${started.scenario_run_id}::uuid`.execute(
    api.db,
  );
  const run = { ...started, owner_id: owner.id, variables: {}, zone: 'UTC', began_at: new Date() } as never;
  await writeAgain({ db: api.db, config: api.config } as never, run, rows);
  expect((await read()).actions[0]?.total).toBe(3);
  await answer(first);
  await answer(second);
  expect(await read()).toMatchObject({ may_ask_again: false, answers: { asked: 2, help: 2, open: 0 } });
  expect((await askAgain()).status).toBe(409);
});

flow('a link takes one answer, which only the page that has sent it corrects, for a quarter of an hour', async () => {
  const { owner, other, started, read, linkOf, send } = await askTwo();
  const token = await linkOf(other, 1);
  const presses = await Promise.all(Array.from({ length: 4 }, () => send(token)));
  expect(Object.groupBy(presses, ({ status }) => status)).toMatchObject({ 200: [{}], 409: [{}, {}, {}] });
  const correction = presses.find(({ status }) => status === 200)?.body.correction ?? '';
  const asked = await api.call(answersHttp.read, null, { token });
  expect(asked.status).toBe(409);
  expect(JSON.stringify(asked.body)).not.toMatch(/Storm|help|Cellar/);
  const counted = async () => (await read()).answers;
  expect(await counted()).toMatchObject({ help: 1, safe: 0, open: 1 });
  // A secret of somebody else, and one before any answer, correct nothing.
  const unanswered = await linkOf(owner, 1);
  for (const [link, secret] of [
    [token, 'abcdefghijkl'],
    [unanswered, correction],
  ] as const)
    expect((await send(link, { answer: 'safe', correction: secret })).status).toBe(409);
  expect(await counted()).toMatchObject({ help: 1, safe: 0, open: 1 });
  expect(await success(send(token, { answer: 'safe', correction }))).toEqual({ correction });
  expect(await counted()).toMatchObject({ help: 0, safe: 1, open: 1 });
  const answered = api.db
    .updateTable('scenario_receipts')
    .where('scenario_run_id', '=', started.scenario_run_id)
    .where('answer', 'is not', null);
  const until = await answered.set({ answered_at: new Date() }).returning('corrects_until').executeTakeFirstOrThrow();
  expect(until.corrects_until?.getTime()).toBeLessThan(Date.now() + 15 * 60_000 + 1);
  await answered.set({ corrects_until: new Date(Date.now() - 1_000) }).execute();
  expect((await send(token, { correction })).status).toBe(409);
  expect(await counted()).toMatchObject({ help: 0, safe: 1 });
  await api.db
    .updateTable('scenario_runs')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('scenario_run_id', '=', started.scenario_run_id)
    .execute();
  for (const link of [token, unanswered]) expect((await send(link)).body).toMatchObject({ code: 'link_expired' });
});

flow('a run shows what was filled in, and reports what nothing has filled', async () => {
  const { accepted } = await askTwo();
  const [mail, push, say] = accepted.actions;
  expect(mail).toMatchObject({ what: 'Storm at Shop 12', body: expect.stringMatching(/: Stay inside$/) });
  expect(push).toMatchObject({ what: 'Stay inside', body: '', reason: 'Not filled in: level' });
  expect(say).toMatchObject({ what: 'Stay inside', state: 'waiting' });
});

flow('those who only read see how many answered, and those who start it see who and what', async () => {
  const { owner, own, other, started, read, linkOf, answer } = await askTwo();
  await answer(await linkOf(other, 1));
  const viewer = await createMember(api, owner, own.company, { role: 'viewer' });
  const page = (by: { key: string }, only: 'all' | 'failed' | 'unanswered') =>
    success(api.call(scenarioRunsHttp.receipts, by, { ...started, index: 0, only }));
  expect((await page(other, 'all')).map(({ answer_text }) => answer_text ?? '').toSorted()).toEqual(['', 'Cellar']);
  expect(await page(other, 'unanswered')).toMatchObject([{ state: 'accepted', answer: null }]);
  expect(await page(other, 'failed')).toEqual([]);
  expect(await page(viewer, 'all')).toEqual([]);
  const seen = await read(viewer);
  expect(seen).toMatchObject({
    may_ask_again: false,
    answers: { help: 1, open: 1 },
    actions: [{ total: 2, receipts: [] }, {}, {}],
  });
  const csv = await api.raw(scenarioRunsHttp.report, viewer, started);
  expect(await csv.text()).not.toContain('Cellar');
  const counted = await success(api.call(scenarioRunsHttp.read, other, { ...started, receipts: 'none' }));
  expect(counted.actions[0]).toMatchObject({ total: 2, failed: 0, open: 0, receipts: [] });
});

flow('a run that is ended while an action begins ends that too', async () => {
  const { scenario, read, start } = await prepareScenario(api, ({ nodes }) => [
    { kind: 'say', text: 'Later', targets: { nodes }, after_s: 3_600 },
  ]);
  expect(scenario.enabled).toBe(true);
  const { scenario_run_id } = (await start()).body;
  await api.db
    .updateTable('scenario_run_actions')
    .set({ state: 'working' })
    .where('scenario_run_id', '=', scenario_run_id)
    .execute();
  const became = { state: 'active' as const, reason: null, filled: { what: 'Later', body: null } };
  const settling = await api.db.transaction().execute(async (trx) => {
    expect(await endRunRow(trx, scenario_run_id, null)).toEqual([]);
    const settled = api.db
      .transaction()
      .execute((other) => settleAction(other, { runId: scenario_run_id, index: 0 }, became));
    // It waits for the end, which has not found what it makes active.
    await letPass(300);
    return { settled };
  });
  expect(await settling.settled).toBe('ended');
  expect((await read(scenario_run_id)).state).toBe('ended');
});

flow('two actions that are done at the same time are stored without a circle of waiting', async () => {
  const { start } = await prepareScenario(api, ({ nodes }) =>
    ['One', 'Two'].map((text) => ({ kind: 'say', text, targets: { nodes }, after_s: 3_600 })),
  );
  const { scenario_run_id } = (await start()).body;
  await api.db
    .updateTable('scenario_run_actions')
    .set({ state: 'working' })
    .where('scenario_run_id', '=', scenario_run_id)
    .execute();
  let told = 0;
  const became = { state: 'done' as const, reason: null, filled: { what: null, body: null } };
  const storing = [0, 1].map((index) =>
    api.db.transaction().execute(async (trx) => {
      await insertReceipts(trx, [{ scenario_run_id, index, who: 'Ada', state: 'accepted' }]);
      told += 1;
      await until('both have told', () => told === 2);
      return settleAction(trx, { runId: scenario_run_id, index }, became);
    }),
  );
  expect(await Promise.all(storing)).toEqual(['running', 'running']);
});

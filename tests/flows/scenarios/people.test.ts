import { settingsHttp } from '@belfry/schemas/http/accounts/settings';
import { contactGroupsHttp } from '@belfry/schemas/http/scenarios/contacts';
import { scenarioRunsHttp } from '@belfry/schemas/http/scenarios/runs';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import type { TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { prepareScenario, settled } from '../../support/scenarios.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const HOUR_MS = 3_600_000;
const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

flow('nobody gets messages in their quiet hours, except with an emergency', async () => {
  const messages = (people: number[]) => [
    { kind: 'mail', subject: 'Storm', text: 'Storm', recipients: { people } },
    { kind: 'push', title: 'Storm', text: 'Storm', recipients: { people } },
  ];
  const quiet = await prepareScenario(api, ({ owner: { id } }) => messages([id]));
  const { owner, nodes, company, start, read } = quiet;
  await api.db.updateTable('users').set({ time_zone: 'UTC' }).where('id', '=', owner.id).execute();
  const hours = { from: clock(Date.now() - HOUR_MS), to: clock(Date.now() + HOUR_MS) };
  await success(api.call(settingsHttp.update, owner, { alarm_quiet: hours }));
  const check = async (id: number) => (await success(api.call(scenariosHttp.check, owner, { id }))).actions;
  expect(await check(quiet.scenario.id)).toMatchObject([
    { kind: 'mail', reached: 0, missed: [{ reason: 'outside_hours' }] },
    { kind: 'push', reached: 0, missed: [{ reason: 'outside_hours' }] },
  ]);
  // They pass by themselves, so nobody is alarmed.
  expect(await success(api.call(scenariosHttp.read, owner, { id: quiet.scenario.id }))).toMatchObject({ missed: 0 });
  const run = await until('the run has ended', async () => read((await start()).body.scenario_run_id), settled);
  expect(run.actions).toMatchObject([
    { state: 'failed', receipts: [{ reason: 'outside_hours' }] },
    { state: 'failed', receipts: [{ reason: 'outside_hours' }] },
  ]);
  const emergency = { kind: 'emergency', message_id: quiet.emergency, targets: { nodes } };
  const urgent = await success(
    api.call(scenariosHttp.create, owner, {
      name: 'Fire',
      company_id: company.company_id,
      actions: [emergency, ...messages([owner.id])] as never,
    }),
  );
  expect((await check(urgent.id))[1]).toMatchObject({ kind: 'mail', reached: 1, missed: [] });
  const started = await success(api.call(scenariosHttp.start, owner, { id: urgent.id }));
  const written = await until(
    'the mail is on its way',
    () => read(started.scenario_run_id),
    ({ actions }) => actions[1]?.total === 1,
  );
  expect(written.actions[1]).toMatchObject({ failed: 0 });
});

/** Groups of contacts from these lines of CSV, whose addresses and numbers are confirmed. */
async function createGroups(owner: TestUser, company_id: number, files: readonly string[][]): Promise<number[]> {
  const ids: number[] = [];
  for (const lines of files) {
    const { id } = await success(api.call(contactGroupsHttp.create, owner, { name: 'Parents', company_id }));
    const body = ['name,email,phone,language', ...lines].join('\n');
    await success(api.call(contactGroupsHttp.import, owner, { id, body }));
    ids.push(id);
  }
  await sql`
    update confirmed_recipients set confirmed_at = now() where recipient in (
      select unnest(array[lower(email), phone]) from contacts where group_id = any(${ids}::int4[]))`.execute(api.db);
  return ids;
}

flow('somebody in three groups, written differently in each, gets one message of a channel', async () => {
  const { owner, company, scenario } = await prepareScenario(api, () => [{ kind: 'silence', minutes: 5 }]);
  const contacts = await createGroups(owner, company.company_id, [
    ['Ann,ann.three@belfry.test,+371 2000 0031,en', 'Bob,bob.three@belfry.test,,en'],
    ['Ann B.,ANN.Three@Belfry.test,+371-20-000-031,de'],
    ['Mother of Eve,Ann.Three@BELFRY.TEST,(+371) 20000031,en'],
  ]);
  const recipients = { people: [owner.id], contacts };
  const actions = [
    { kind: 'mail' as const, subject: 'Storm', text: 'Storm', recipients },
    { kind: 'sms' as const, text: 'Storm', recipients },
  ];
  const { icon, colour, drill, two_people, name, id, revision } = scenario;
  const fields = { icon, colour, drill, two_people, name, id, revision, enabled: true };
  await success(api.call(scenariosHttp.change, owner, { ...fields, actions }));
  const check = await success(api.call(scenariosHttp.check, owner, { id }));
  // The owner and Bob have no number.
  expect(check.actions).toMatchObject([
    { reached: 3, missed: [] },
    { reached: 1, missed: [{ reason: 'no_number' }, { who: 'Bob', reason: 'no_number' }] },
  ]);
  const started = await success(api.call(scenariosHttp.start, owner, { id }));
  const run = await until('the run has ended', () => success(api.call(scenarioRunsHttp.read, owner, started)), settled);
  const sentTo = (index: number) =>
    run.actions[index]?.receipts.filter(({ state }) => state !== 'failed').map(({ who }) => who);
  expect(sentTo(0)?.toSorted()).toEqual(['Ann', 'Bob', expect.any(String)]);
  expect(sentTo(1)).toEqual(['Ann']);
});

flow('quiet hours of somebody hold where they are in a group of contacts too', async () => {
  const { owner, company } = await prepareScenario(api, () => [{ kind: 'silence', minutes: 5 }]);
  await api.db.updateTable('users').set({ time_zone: 'UTC' }).where('id', '=', owner.id).execute();
  const hours = { from: clock(Date.now() - HOUR_MS), to: clock(Date.now() + HOUR_MS) };
  await success(api.call(settingsHttp.update, owner, { alarm_quiet: hours }));
  const { company_id } = company;
  const contacts = await createGroups(owner, company_id, [[`Me,${owner.email.toUpperCase()},,en`]]);
  const recipients = { people: [owner.id], contacts };
  const actions = [{ kind: 'mail' as const, subject: 'Storm', text: 'Storm', recipients }];
  const check = await success(api.call(scenariosHttp.checkDraft, owner, { company_id, actions }));
  expect(check.actions).toMatchObject([{ reached: 0, missed: [{ reason: 'outside_hours' }], missed_total: 1 }]);
});

flow('parts of SMS with emoji, and from right to left, are counted before; what is too long is refused', async () => {
  const { owner, company } = await prepareScenario(api, () => [{ kind: 'silence', minutes: 5 }]);
  const { company_id } = company;
  const contacts = await createGroups(owner, company_id, [['Ann,,+37120000041,en', 'Bob,,+37120000042,en']]);
  const partsOf = async (text: string, asks = false) => {
    const actions = [{ kind: 'sms' as const, text, recipients: { contacts }, asks }];
    const [action] = (await success(api.call(scenariosHttp.checkDraft, owner, { company_id, actions }))).actions;
    return [action?.reached, action?.parts];
  };
  // Of both people: 160 of letters, 70 of others; an emoji counts twice, and is never divided.
  expect(await partsOf('a'.repeat(160))).toEqual([2, 2]);
  expect(await partsOf('🔥'.repeat(35))).toEqual([2, 2]);
  expect(await partsOf('🔥'.repeat(36))).toEqual([2, 4]);
  expect(await partsOf('عاصفة '.repeat(12).trim())).toEqual([2, 4]);
  expect(await partsOf(`עברית ${'ה'.repeat(64)}`)).toEqual([2, 2]);
  expect(await partsOf('é'.repeat(1_000))).toEqual([2, 14]);
  // The link is counted as well.
  expect(await partsOf('a'.repeat(160), true)).toEqual([2, 4]);
  const create = (action: object) =>
    api.call(scenariosHttp.create, owner, { name: 'Storm', company_id, actions: [action as never] });
  const mail = { kind: 'mail', subject: 'Storm', recipients: { contacts } };
  expect((await create({ kind: 'sms', text: 'a'.repeat(5_000), recipients: { contacts } })).status).toBe(400);
  expect((await create({ ...mail, text: 'ع'.repeat(5_001) })).status).toBe(400);
  expect((await create({ ...mail, text: 'ع'.repeat(5_000) })).status).toBe(201);
});

import { settingsHttp } from '@belfry/schemas/http/accounts/settings';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
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

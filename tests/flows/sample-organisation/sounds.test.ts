import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import type { TestUser } from '../../support/factories.ts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { stationsHttp } from '@belfry/schemas/http/library/audio';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { sampleDevices, createSample, emptyInstallation } from '../../support/sample-organisation.ts';
import { signInRoot } from '../../support/accounts.ts';
import { sampleOrganisationHttp } from '@belfry/schemas/http/sample-organisation';

let api: TestApi;
let root: Pick<TestUser, 'id' | 'key'>;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await emptyInstallation(api);
  root = await signInRoot(api);
  await createSample(api, sampleDevices(20));
});

const namesOf = async (list: typeof stationsHttp.list | typeof messagesHttp.list | typeof schedulesHttp.list) =>
  (await api.call(list, root)).body.map(({ name }) => name);

it('gives the owner messages, one of them for emergencies, stations and a schedule for all places', async () => {
  const { body: messages } = await api.call(messagesHttp.list, root);
  expect(messages.map(({ name, emergency }) => [name, emergency])).toEqual([
    ['Closing soon', false],
    ['Evacuation', true],
    ['Staff to the entrance', false],
  ]);
  expect(await namesOf(stationsHttp.list)).toEqual(['Belltower FM', 'Classic Quay']);
  const { body: schedules } = await api.call(schedulesHttp.list, root);
  expect(schedules).toEqual([expect.objectContaining({ name: 'Closing soon', devices: 20, enabled: true })]);
});

it('removes them, except for what other schedules use', async () => {
  const { body: stations } = await api.call(stationsHttp.list, root);
  const company = await api.call(companyChangesHttp.addMain, root, { name: 'My company' });
  const body = {
    name: 'Morning radio',
    action: { type: 'station', station_id: stations[0]?.id },
    starts_at: '2026-12-01T08:00',
    duration_minutes: 60,
    targets: { nodes: [company.body.company_id] },
  };
  expect(await api.call(schedulesHttp.create, root, { ...body })).toMatchObject({ status: 201 });
  await api.call(sampleOrganisationHttp.remove, root);
  expect(await namesOf(messagesHttp.list)).toEqual([]);
  expect(await namesOf(stationsHttp.list)).toEqual(['Belltower FM']);
  expect(await namesOf(schedulesHttp.list)).toEqual(['Morning radio']);
});

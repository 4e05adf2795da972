import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { expect } from 'vitest';
import { createSpeaker } from '../../support/announcements.ts';
import { createDevice, createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { createShops, makeMember } from '../../support/teams.ts';

let api: Stack;
flow.beforeAll(({ lentStack }) => {
  api = lentStack;
});

flow('what a member has said is stopped when the membership ends, whoever ends it', async () => {
  const { owner, own } = await createShops(api);
  await createSpeaker(api, owner, own.company);
  const user = await createUser(api);
  const member_id = await makeMember(api, owner, own.company, { user, role: 'announcer' });
  const said = await api.call(sayHttp.say, user, {
    text: 'Attention',
    targets: { nodes: [own.company.company_id] },
  });
  expect(said.status).toBe(202);
  const { run_id } = said.body;
  const stateOf = async () => (await api.call(announcementsHttp.run, owner, { run_id })).body.state;
  expect(['rendering', 'running']).toContain(await stateOf());
  expect((await api.call(teamsHttp.end, owner, { member_id })).status).toBe(204);
  await expect.poll(stateOf, { timeout: 10_000 }).toBe('stopped');
  expect((await api.call(announcementsHttp.run, user, { run_id })).status).toBe(404);
});

flow('what a member has commanded is cancelled when the membership ends', async () => {
  const { owner, own } = await createShops(api);
  const { serial } = await createDevice(api, { user_id: owner.id, company_id: own.node.company_id });
  const user = await createUser(api);
  const member_id = await makeMember(api, owner, own.company, { user, role: 'technician' });
  const body = { command: 'clear_cache', targets: { serials: [serial] }, queue_offline: true } as const;
  const { run_id } = (await api.call(runsHttp.start, user, body)).body;
  const run = async () => (await api.call(runsHttp.read, owner, { run_id })).body;
  // Until it is sent, nothing of it waits for the device.
  await expect.poll(run, { timeout: 10_000 }).toMatchObject({ state: 'running', wave: 1 });
  expect((await api.call(teamsHttp.end, owner, { member_id })).status).toBe(204);
  await expect.poll(run, { timeout: 10_000 }).toMatchObject({ state: 'cancelled' });
});

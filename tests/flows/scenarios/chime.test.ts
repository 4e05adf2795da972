import { scenarioRunsHttp } from '@belfry/schemas/http/scenarios/runs';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { expect } from 'vitest';
import { createSpeaker, nextPlay, report } from '../../support/announcements.ts';
import { createCompany, createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { until } from '../../support/until.ts';

flow('a chime ends on the device when its time is over, also without the server', async ({ lentStack: stack }) => {
  const owner = await createUser(stack);
  const main = await createCompany(stack, { user_id: owner.id });
  const speaker = await createSpeaker(stack, owner, main);
  const targets = { nodes: [main.company_id] };
  const chime = { kind: 'chime', chime: 'bell', targets, every_s: 1, lasts_s: 60 } as const;
  const body = { name: 'Break', company_id: main.company_id, actions: [chime] };
  const { id } = await success(stack.call(scenariosHttp.create, owner, body));
  const run = await success(stack.call(scenariosHttp.start, owner, { id }));
  const { run_id, items, repeat = 0, pause_ms = 0 } = (await nextPlay(speaker)).params;
  const roundMs = pause_ms + items.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
  expect(repeat).toBeGreaterThan(0);
  expect(repeat * roundMs).toBeGreaterThanOrEqual(60_000);
  expect((repeat - 1) * roundMs).toBeLessThan(60_000);
  await report(speaker, run_id, 'fetched', 'started', 'interrupted');
  // What was ended after it had begun was heard.
  const read = () => success(stack.call(scenarioRunsHttp.read, owner, run));
  const { actions } = await until('the end of the chime', read, ({ actions: [rung] }) => rung?.open === 0);
  expect(actions).toMatchObject([{ total: 1, failed: 0, receipts: [{ state: 'heard' }] }]);
  await speaker.disconnect();
});

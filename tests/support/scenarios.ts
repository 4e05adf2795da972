import { type ScenarioRun, scenarioRunsHttp } from '@belfry/schemas/http/scenarios/runs';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import type { TestApi } from './api.ts';
import { createDevice, createSpeakers, createUser, type TestUser } from './factories.ts';
import { success } from './http-client.ts';
import { createMessage } from './library.ts';

export const settled = ({ actions }: ScenarioRun): boolean =>
  actions.every(({ state }) => !['waiting', 'working', 'active'].includes(state));

/** An organisation with one loudspeaker that is away, and a scenario of these actions. */
export async function prepareScenario(
  api: TestApi,
  actions: (of: { nodes: number[]; emergency: number; owner: TestUser }) => object[],
  changes: object = {},
) {
  const owner = await createUser(api);
  const { company, ids } = await createSpeakers(api, owner, 1);
  await createDevice(api, { user_id: owner.id, company_id: ids[0] ?? 0 });
  const emergency = await createMessage(api, owner, { name: 'Fire', emergency: true });
  const nodes = [company.company_id];
  const body = { name: 'Storm', company_id: company.company_id, ...changes };
  const made = actions({ nodes, emergency: emergency.id, owner }) as never;
  const scenario = await success(api.call(scenariosHttp.create, owner, { ...body, actions: made }));
  const start = (by: { key: string } = owner, fields: object = {}) =>
    api.call(scenariosHttp.start, by, { id: scenario.id, ...fields });
  const read = (scenario_run_id: string, by: { key: string } = owner) =>
    success(api.call(scenarioRunsHttp.read, by, { scenario_run_id }));
  return { owner, company, nodes, emergency: emergency.id, scenario, start, read };
}

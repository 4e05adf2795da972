import { hasRight, type Right } from '@belfry/schemas/domain/rights';
import { maintenanceHttp } from '@belfry/schemas/http/alarms/maintenance';
import { alarmRulesHttp } from '@belfry/schemas/http/alarms/rules';
import type { Endpoint } from '@belfry/schemas/http/endpoint';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { contactGroupsHttp } from '@belfry/schemas/http/scenarios/contacts';
import { destinationsHttp } from '@belfry/schemas/http/scenarios/destinations';
import { screensHttp } from '@belfry/schemas/http/scenarios/screens';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { homeAssistantHttp } from '@belfry/schemas/http/home-assistant';
import { webhooksHttp } from '@belfry/schemas/http/webhooks';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { createMessage } from '../../support/library.ts';
import { createMatrix, type Matrix } from '../../support/matrix.ts';
import type { MatrixActor, MatrixPlace } from '../../support/rights-matrix.ts';

let api: TestApi;
let matrix: Matrix;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  matrix = await createMatrix(api);
});

/** An object of one place with the calls that change and remove it. */
type Placed = { change: Endpoint; remove: Endpoint; id: object; fields: object; right: Right };

/** Places where the members have rights, and where they have none. */
const AT = new Set(['own', 'sibling', 'moved in', 'moved away']);

/** Those who may not, with the status that they get: they must not know of what they do not read. */
function refusedStatus(actor: MatrixActor, at: string, right: Right): number[] {
  if (actor.caller === null) return [401];
  const rights = actor.rightsAt(at);
  if (hasRight(rights, right)) return [];
  // A program is told that its key has not the scope.
  const mayKnow = actor.scopes || hasRight(rights, 'read') || hasRight(rights, 'read-texts');
  return mayKnow ? [403, 404] : [404];
}

/** People, and one of the keys: the next place is tried with the next key. */
const callersAt = (at: number): MatrixActor[] => {
  const keys = matrix.actors.filter(({ scopes }) => scopes);
  return matrix.actors.filter((actor) => !actor.scopes || actor === keys[at % keys.length]);
};

/** Calls as everybody who may not, then as the owner, who finds the object as it was and deletes it. */
async function findWrong(make: (place: MatrixPlace) => Promise<Placed>): Promise<string[]> {
  const wrong: string[] = [];
  for (const [at, place] of matrix.places.filter(({ name }) => AT.has(name)).entries()) {
    const { change, remove, id, fields, right } = await make(place);
    for (const actor of callersAt(at)) {
      const refused = refusedStatus(actor, place.name, right);
      if (refused.length === 0) continue;
      for (const [endpoint, input] of [
        [change, { ...id, ...fields }],
        [remove, id],
      ] as const) {
        const { status } = await api.call(endpoint, actor.caller, input);
        if (!refused.includes(status))
          wrong.push(`${actor.name} at ${place.name}: ${endpoint.method} ${endpoint.path} answered ${status}`);
      }
    }
    const { status } = await api.call(remove, matrix.owner, id);
    if (status !== 204) wrong.push(`the owner at ${place.name}: ${remove.path} answered ${status}`);
  }
  return wrong;
}

flow('alarm rules and maintenance windows are changed and deleted by those who operate their place', async () => {
  const window = async ({ company_id }: MatrixPlace): Promise<Placed> => {
    const plan = { company_id, name: 'Works', starts_at: '2099-01-01T08:00', duration_minutes: 5 };
    const { window_id } = await success(api.call(maintenanceHttp.create, matrix.owner, plan));
    return { ...maintenanceHttp, id: { window_id }, fields: { name: 'Renamed' }, right: 'operate' };
  };
  const rule = async ({ company_id }: MatrixPlace): Promise<Placed> => {
    const body = { company_id, kind: 'level_changed', delay_s: 60 };
    const { rule_id } = await success(api.call(alarmRulesHttp.create, matrix.owner, body));
    return { ...alarmRulesHttp, id: { rule_id }, fields: { delay_s: 120 }, right: 'operate' };
  };
  expect(await findWrong(window)).toEqual([]);
  expect(await findWrong(rule)).toEqual([]);
});

flow(
  'webhooks, triggers, scenarios and connections to Home Assistant are changed and deleted by those who manage their place',
  async () => {
    const message = await createMessage(api, matrix.owner);
    const webhook = async ({ company_id }: MatrixPlace): Promise<Placed> => {
      const body = { name: 'Tickets', url: 'https://hooks.example.org/', events: ['device.online'] };
      const { id, revision } = await success(api.call(webhooksHttp.create, matrix.owner, { ...body, company_id }));
      return { ...webhooksHttp, id: { id }, fields: { ...body, enabled: true, revision }, right: 'members' };
    };
    const trigger = async ({ company_id }: MatrixPlace): Promise<Placed> => {
      const body = {
        name: 'Door',
        source: { type: 'hook' },
        action: { type: 'message', message_id: message.id, targets: { nodes: [company_id] } },
        mode: 'ask',
        drill: false,
        confirmed: true,
      };
      const { id, revision } = await success(api.call(triggersHttp.create, matrix.owner, { ...body, company_id }));
      return { ...triggersHttp, id: { id }, fields: { ...body, enabled: true, revision }, right: 'members' };
    };
    const home = async ({ company_id }: MatrixPlace): Promise<Placed> => {
      const body = { name: 'Home', url: 'mqtt://127.0.0.1:2', username: '', allows: [] };
      const { id, revision } = await success(api.call(homeAssistantHttp.create, matrix.owner, { ...body, company_id }));
      return { ...homeAssistantHttp, id: { id }, fields: { ...body, enabled: false, revision }, right: 'members' };
    };
    expect(await findWrong(webhook)).toEqual([]);
    const scenario = async ({ company_id }: MatrixPlace): Promise<Placed> => {
      const body = { name: 'Quiet', actions: [{ kind: 'silence' as const, minutes: 5 }] };
      const { id, revision } = await success(api.call(scenariosHttp.create, matrix.owner, { ...body, company_id }));
      return { ...scenariosHttp, id: { id }, fields: { ...body, enabled: false, revision }, right: 'members' };
    };
    const destination = async ({ company_id }: MatrixPlace): Promise<Placed> => {
      const body = { name: 'Teachers', service: 'slack' as const, url: 'https://93.184.215.14/hook' };
      const { id, revision } = await success(api.call(destinationsHttp.create, matrix.owner, { ...body, company_id }));
      return { ...destinationsHttp, id: { id }, fields: { ...body, revision }, right: 'members' };
    };
    const screen = async ({ company_id }: MatrixPlace): Promise<Placed> => {
      const { id, revision } = await success(api.call(screensHttp.create, matrix.owner, { name: 'Hall', company_id }));
      return { ...screensHttp, id: { id }, fields: { name: 'Foyer', revision }, right: 'members' };
    };
    const contacts = async ({ company_id }: MatrixPlace): Promise<Placed> => {
      const { id, revision } = await success(
        api.call(contactGroupsHttp.create, matrix.owner, { name: 'Parents', company_id }),
      );
      return { ...contactGroupsHttp, id: { id }, fields: { name: 'Pupils', revision }, right: 'members' };
    };
    expect(await findWrong(scenario)).toEqual([]);
    expect(await findWrong(destination)).toEqual([]);
    expect(await findWrong(screen)).toEqual([]);
    expect(await findWrong(contacts)).toEqual([]);
    expect(await findWrong(home)).toEqual([]);
    expect(await findWrong(trigger)).toEqual([]);
  },
);

flow('schedules are changed and deleted by those who plan at their places', async () => {
  const message = await createMessage(api, matrix.owner, { name: 'Noon' });
  const schedule = async ({ name, company_id }: MatrixPlace): Promise<Placed> => {
    const body = {
      name: `Noon of ${name}`,
      action: { type: 'message', message_id: message.id },
      starts_at: '2099-01-01T12:00',
      targets: { nodes: [company_id] },
    };
    const { id } = await success(api.call(schedulesHttp.create, matrix.owner, body));
    return { ...schedulesHttp, id: { id }, fields: { ...body, name: 'Renamed' }, right: 'plan' };
  };
  expect(await findWrong(schedule)).toEqual([]);
});

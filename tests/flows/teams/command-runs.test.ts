import { stopCommandsOf } from '@belfry/api/features/command-runs/index';
import type { NodeRole } from '@belfry/schemas/domain/rights';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { resultsHttp } from '@belfry/schemas/http/commands/results';
import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createDevice, createUser, type TestDevice, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMember, createShops, endUnnoted, makeMember } from '../../support/teams.ts';

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
let here: TestDevice;
let there: TestDevice;
let owner: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  chain = await createShops(api);
  ({ owner } = chain);
  here = await createDevice(api, { user_id: owner.id, company_id: chain.own.node.company_id });
  there = await createDevice(api, { user_id: owner.id, company_id: chain.other.node.company_id });
});

const member = (role: NodeRole, node = chain.own.company): Promise<TestUser> =>
  createMember(api, owner, node, { role });
/** It waits for its devices, which are offline. */
const start = ({ key }: TestUser, targets: object) =>
  api.call(runsHttp.start, { key }, { command: 'clear_cache', targets, queue_offline: true });
const started = async (user: TestUser, ...devices: TestDevice[]): Promise<string> =>
  (await start(user, { serials: devices.map(({ serial }) => serial) })).body.run_id;
const read = async ({ key }: TestUser, run_id: string) => (await api.call(runsHttp.read, { key }, { run_id })).status;
const listed = async ({ key }: TestUser): Promise<string[]> =>
  (await api.call(runsHttp.list, { key }, { page_size: 50 })).body.map(({ run_id }) => run_id);
const cancel = async ({ key }: TestUser, run_id: string) =>
  (await api.call(runsHttp.cancel, { key }, { run_id })).status;

describe('a run that a technician has started', () => {
  it('has the devices of the branch', async () => {
    const technician = await member('technician');
    expect((await start(technician, { all: true })).body.devices).toBe(1);
    expect((await start(technician, { serials: [here.serial] })).status).toBe(202);
    expect((await start(technician, { serials: [here.serial, there.serial] })).status).toBe(404);
    expect((await start(await member('viewer'), { serials: [here.serial] })).status).toBe(403);
    expect((await start(await member('viewer'), { all: true })).status).toBe(422);
  });

  it('is read and cancelled by the owner of the devices and managers of all of them', async () => {
    const [technician, manager, viewer, away] = [
      await member('technician'),
      await member('manager'),
      await member('viewer'),
      await member('manager', chain.other.company),
    ];
    const run_id = await started(technician, here);
    for (const user of [technician, manager, owner, await createAdmin(api)]) {
      expect(await read(user, run_id)).toBe(200);
      expect((await api.call(runsHttp.deliveries, { key: user.key }, { run_id })).body).toHaveLength(1);
    }
    for (const user of [technician, manager, owner]) expect(await listed(user)).toContain(run_id);
    for (const user of [viewer, away, await createUser(api)]) {
      expect([await read(user, run_id), await cancel(user, run_id)]).toEqual([404, 404]);
      expect(await listed(user)).not.toContain(run_id);
    }
    expect(await cancel(manager, run_id)).toBe(200);
    expect(await cancel(owner, await started(technician, here))).toBe(200);
  });

  it('at more devices than a manager has is not theirs', async () => {
    const [technician, manager] = [await member('technician', chain.main), await member('manager')];
    const run_id = await started(technician, here, there);
    expect([await read(manager, run_id), await read(owner, run_id)]).toEqual([404, 200]);
    await cancel(owner, run_id);
  });
});

it('of an owner is read by nobody who may not stop what others do', async () => {
  const run_id = await started(owner, here);
  const [technician, manager] = [await member('technician'), await member('manager')];
  expect([await read(technician, run_id), await read(manager, run_id)]).toEqual([404, 404]);
  await cancel(owner, run_id);
});

describe('a membership that has ended', () => {
  it('cancels runs and waiting commands at devices that may not be commanded any more', async () => {
    const leaver = await createUser(api);
    const own = await createDevice(api, { user_id: leaver.id });
    const member_id = await makeMember(api, owner, chain.own.company, { user: leaver, role: 'technician' });
    const hold = async ({ serial }: TestDevice): Promise<string> => {
      const { body } = await api.call(commandsHttp.send, leaver, {
        serial,
        command: 'clear_cache',
        params: {},
        queue: true,
      });
      return body.commandId ?? '';
    };
    const [run_id, ownRun, waiting, ownWaiting] = [
      await started(leaver, here),
      await started(leaver, own),
      await hold(here),
      await hold(own),
    ];
    const told: string[] = [];
    const deps = {
      db: api.db,
      events: { changed: (_type: string, ids: readonly (string | number)[]) => told.push(...ids.map(String)) },
    } as unknown as Parameters<typeof stopCommandsOf>[0];
    const states = async () => {
      const [run, other] = [run_id, ownRun].map((id) => api.call(runsHttp.read, leaver, { run_id: id }));
      const [command, kept] = [
        api.call(resultsHttp.read, owner, { serial: here.serial, commandId: waiting }),
        api.call(resultsHttp.read, leaver, { serial: own.serial, commandId: ownWaiting }),
      ];
      return (await Promise.all([run, other, command, kept])).map((answer) => answer?.body.state);
    };
    await stopCommandsOf(deps, leaver.id, owner.id);
    expect(await states()).toEqual(['running', 'running', 'queued', 'queued']);
    await endUnnoted(api, member_id);
    await stopCommandsOf(deps, leaver.id, owner.id);
    expect(await states()).toEqual(['cancelled', 'running', 'cancelled', 'queued']);
    expect(told).toEqual(expect.arrayContaining([run_id, here.serial]));
    await cancel(leaver, ownRun);
  });
});

/**
 * @module-tag full
 * @module-tag each-engine
 */
import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import { describe, expect, it } from 'vitest';
import { answer, createRunFleet, isState, received, serialsOf } from '../../support/devices/run-fleet.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { untilRun } from '../../support/commands.ts';

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});
const fleet = (online: number, offline = 0) => createRunFleet(stack, { online, offline });

describe('a run that is interrupted', () => {
  it('continues where it was after the api and the broker were restarted, and sends nothing twice', async () => {
    const { devices } = await fleet(4);
    const { run_id: id } = (
      await stack.call(runsHttp.start, admin, { command: 'clear_cache', targets: serialsOf(devices), wave_size: 2 })
    ).body;
    await untilRun(stack, admin, id, (run) => run.counts.sent === 2);
    await stack.stopApi();
    await stack.startApi();
    await stack.ready();
    await answer(devices.slice(0, 2));
    await answer(devices.slice(2));
    await untilRun(stack, admin, id, isState('finished'));
    expect(received(devices)).toEqual([1, 1, 1, 1]);
  });

  it('is worked on by two apis together, and sends nothing twice', { tags: ['full'] }, async () => {
    const { devices } = await fleet(6);
    const replica = await stack.startReplica();
    const { run_id: id } = (
      await stack.call(runsHttp.start, admin, { command: 'clear_cache', targets: serialsOf(devices), wave_size: 1 })
    ).body;
    for (const device of devices) await answer([device]);
    await untilRun(stack, admin, id, isState('finished'));
    expect(received(devices)).toEqual([1, 1, 1, 1, 1, 1]);
    await replica.stop();
  });

  it('sends nothing more when the person who started it is blocked', async () => {
    const { owner, devices } = await fleet(2);
    const { run_id: id } = (
      await stack.call(runsHttp.start, owner, { command: 'clear_cache', targets: { all: true }, wave_size: 1 })
    ).body;
    await untilRun(stack, admin, id, (run) => run.counts.sent === 1);
    await stack.db.updateTable('users').set({ blocked: true }).where('id', '=', owner.id).execute();
    await answer(devices.slice(0, 1));
    expect((await untilRun(stack, admin, id, isState('stopped'))).reason).toContain('may not send commands');
    expect(received(devices)).toEqual([1, 0]);
  });

  it('leaves out a device that has another owner by then', async () => {
    const { owner, devices } = await fleet(2);
    const { run_id: id } = (
      await stack.call(runsHttp.start, owner, { command: 'clear_cache', targets: { all: true }, wave_size: 1 })
    ).body;
    await untilRun(stack, admin, id, (run) => run.counts.sent === 1);
    const other = await createUser(stack);
    await stack.db
      .updateTable('devices')
      .set({ user_id: other.id })
      .where('serial', '=', devices[1]?.serial ?? '')
      .execute();
    await answer(devices.slice(0, 1));
    expect((await untilRun(stack, admin, id, isState('finished'))).counts).toMatchObject({
      succeeded: 1,
      cancelled: 1,
    });
    expect(received(devices)).toEqual([1, 0]);
    expect((await stack.call(runsHttp.deliveries, owner, { run_id: id })).body).toHaveLength(1);
  });
});

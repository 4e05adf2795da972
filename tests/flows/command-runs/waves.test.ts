import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import { describe, expect, it } from 'vitest';
import { connectDevice } from '../../support/devices/mqtt-device.ts';
import { answer, createRunFleet, isState, received, serialsOf } from '../../support/devices/run-fleet.ts';
import { createAdmin, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { endPauseOfRun, untilRun } from '../../support/commands.ts';

const FAILED = { success: false, error: 'no space left', error_type: 'disk_full' };

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});
const fleet = (online: number, offline = 0) => createRunFleet(stack, { online, offline });

describe('a run', () => {
  it('sends the command in waves, each after the one before has ended, and finishes', async () => {
    const { owner, devices } = await fleet(5);
    const { status, body } = await stack.call(runsHttp.start, owner, {
      command: 'clear_cache',
      targets: { all: true },
      wave_size: 2,
    });
    expect({ status, body }).toEqual({ status: 202, body: { run_id: expect.any(String), devices: 5, offline: 0 } });
    const id = body.run_id;
    await untilRun(stack, admin, id, (run) => run.counts.sent === 2);
    expect(received(devices)).toEqual([1, 1, 0, 0, 0]);
    await answer(devices.slice(0, 2));
    await untilRun(stack, admin, id, (run) => run.wave === 2 && run.counts.sent === 2);
    expect(received(devices)).toEqual([1, 1, 1, 1, 0]);
    await answer(devices.slice(2, 4));
    await answer(devices.slice(4));
    const run = await untilRun(stack, admin, id, isState('finished'));
    expect(run).toMatchObject({ devices: 5, waves: 3, wave: 3, ended: 5, failures: 0, reason: null });
    expect(run.counts).toMatchObject({ succeeded: 5, pending: 0 });
    expect(run.issued_by?.id).toBe(owner.id);
    expect(received(devices)).toEqual([1, 1, 1, 1, 1]);
    expect(new Set(devices.flatMap(({ commands }) => commands.map(({ correlation_id }) => correlation_id)))).toEqual(
      new Set([id]),
    );
  });

  it('names each failure with its reason, and leaves out devices that are offline', { tags: ['full'] }, async () => {
    const { devices, offline } = await fleet(2, 1);
    const targets = serialsOf([...devices, ...offline]);
    expect((await stack.call(runsHttp.preview, admin, { targets })).body).toEqual({
      devices: 3,
      online: 2,
      offline: 1,
      waves: 1,
    });
    const { run_id: id } = (
      await stack.call(runsHttp.start, admin, { command: 'clear_cache', targets, max_error_rate: 1 })
    ).body;
    await answer(devices.slice(0, 1));
    await answer(devices.slice(1), FAILED);
    await untilRun(stack, admin, id, isState('finished'));
    const { body, headers } = await stack.call(runsHttp.deliveries, admin, { run_id: id, state: 'failures' });
    expect(headers.get('x-total-count')).toBe('2');
    expect(body.map(({ serial, reason, error_type }) => ({ serial, reason, error_type }))).toEqual(
      expect.arrayContaining([
        { serial: devices[1]?.serial, reason: 'no space left', error_type: 'disk_full' },
        {
          serial: offline[0]?.serial,
          reason: 'Device is currently offline and cannot receive clear_cache command',
          error_type: 'device_offline',
        },
      ]),
    );
    expect((await stack.call(runsHttp.deliveries, admin, { run_id: id, state: 'succeeded' })).body).toEqual([
      expect.objectContaining({ serial: devices[0]?.serial, wave: 1, reason: null }),
    ]);
    const all = await stack.call(runsHttp.deliveries, admin, { run_id: id, page: 2, page_size: 1 });
    expect(all.headers.get('x-total-count')).toBe('3');
    expect(all.body).toHaveLength(1);
    expect((await stack.call(runsHttp.preview, admin, { targets: { failed_of: id } })).body.devices).toBe(2);
    expect((await stack.call(runsHttp.list, admin, { page_size: 1 })).body.map(({ run_id }) => run_id)).toEqual([id]);
  });

  it('stops at the error rate, and goes on when it is resumed', { tags: ['full'] }, async () => {
    const { devices } = await fleet(4);
    const { run_id: id } = (
      await stack.call(runsHttp.start, admin, {
        command: 'clear_cache',
        targets: serialsOf(devices),
        wave_size: 2,
        max_error_rate: 0.4,
      })
    ).body;
    await answer(devices.slice(0, 1));
    await answer(devices.slice(1, 2), FAILED);
    const stopped = await untilRun(stack, admin, id, isState('stopped'));
    expect(stopped.reason).toBe('1 of 2 devices failed (50 %), which is more than allowed');
    expect(stopped.counts).toMatchObject({ succeeded: 1, failed: 1, pending: 2 });
    expect(received(devices)).toEqual([1, 1, 0, 0]);
    expect((await stack.call(runsHttp.resume, admin, { run_id: id })).body).toMatchObject({
      state: 'running',
      reason: null,
    });
    await answer(devices.slice(2));
    await untilRun(stack, admin, id, isState('finished'));
    expect(received(devices)).toEqual([1, 1, 1, 1]);
  });

  it('does not stop for devices that are offline', async () => {
    const { devices, offline } = await fleet(2, 1);
    const targets = serialsOf([...offline, ...devices]);
    const { body: started } = await stack.call(runsHttp.start, admin, {
      command: 'clear_cache',
      targets,
      max_error_rate: 0.1,
    });
    await answer(devices);
    const run = await untilRun(stack, admin, started.run_id, isState('finished'));
    expect(run.counts).toMatchObject({ succeeded: 2, failed: 1 });
  });

  it('is paused before the next wave, resumed and cancelled', async () => {
    const { devices } = await fleet(3);
    const { run_id: id } = (
      await stack.call(runsHttp.start, admin, {
        command: 'clear_cache',
        targets: serialsOf(devices),
        wave_size: 1,
        pause_s: 60,
      })
    ).body;
    await untilRun(stack, admin, id, (run) => run.counts.sent === 1);
    expect((await stack.call(runsHttp.pause, admin, { run_id: id })).body).toMatchObject({ state: 'paused' });
    expect((await stack.call(runsHttp.pause, admin, { run_id: id })).status).toBe(200);
    await answer(devices.slice(0, 1));
    await untilRun(stack, admin, id, (run) => run.counts.succeeded === 1);
    await stack.call(runsHttp.resume, admin, { run_id: id });
    await untilRun(stack, admin, id, (run) => run.next_wave_at !== null);
    expect(received(devices)).toEqual([1, 0, 0]);
    await endPauseOfRun(stack, id);
    await answer(devices.slice(1, 2));
    await untilRun(stack, admin, id, (run) => run.counts.succeeded === 2);
    const cancelled = (await stack.call(runsHttp.cancel, admin, { run_id: id })).body;
    expect(cancelled).toMatchObject({ state: 'cancelled', counts: { succeeded: 2, cancelled: 1, pending: 0 } });
    expect(cancelled.finished_at).not.toBeNull();
    expect((await stack.call(runsHttp.resume, admin, { run_id: id })).status).toBe(409);
    expect(received(devices)).toEqual([1, 1, 0]);
  });

  it(
    'waits for devices that are offline, does not send to them while it is paused, and cancels what waits',
    { tags: ['full'] },
    async () => {
      const { devices, offline } = await fleet(1, 2);
      const targets = serialsOf([...devices, ...offline]);
      const body = { targets, wave_size: 1, queue_offline: true, expires_in_s: 600 };
      const { run_id: id } = (await stack.call(runsHttp.start, admin, { command: 'clear_cache', ...body })).body;
      await answer(devices);
      await untilRun(stack, admin, id, (run) => run.wave === 3 && run.counts.queued === 2);
      const waiting = stack.db.selectFrom('command_deliveries').select(['issued_at', 'expires_at', 'deadline_at']);
      for (const times of await waiting.where('command_id', '=', id).where('state', '=', 'queued').execute()) {
        expect(times.expires_at.getTime() - times.issued_at.getTime()).toBe(600_000);
        expect(times.deadline_at.getTime()).toBeGreaterThan(times.expires_at.getTime());
      }
      await stack.call(runsHttp.pause, admin, { run_id: id });
      const [first] = offline;
      const back = await connectDevice(stack.mqttUrl, first as never);
      await back.status();
      await until(
        'it is online',
        () => stack.call(runsHttp.preview, admin, { targets: serialsOf([back]) }),
        ({ body: { online } }) => online === 1,
      );
      expect((await stack.call(runsHttp.read, admin, { run_id: id })).body.counts.queued).toBe(2);
      expect(received([back])).toEqual([0]);
      await stack.call(runsHttp.resume, admin, { run_id: id });
      await answer([back]);
      await untilRun(stack, admin, id, (run) => run.counts.succeeded === 2);
      expect((await stack.call(runsHttp.cancel, admin, { run_id: id })).body.counts).toMatchObject({
        succeeded: 2,
        cancelled: 1,
      });
      expect(received([back])).toEqual([1]);
    },
  );
});

import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { describe, expect, it } from 'vitest';
import { findAudit } from '../../support/audit.ts';
import { commandCalls, VOLUME } from '../../support/calls/command-calls.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { timelineHttp } from '@belfry/schemas/http/device-timeline/timeline';

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});
const { onlineDevice, sendWithoutWaiting, result, history, untilResult } = commandCalls(() => ({ stack, admin }));

describe('the result of a command', () => {
  it('shows each phase, and does not change after the final one', async () => {
    const device = await onlineDevice();
    const { body } = await sendWithoutWaiting(device.serial, { command: 'install', params: {} });
    const { correlation_id, expires_at, issued_at } = await device.nextCommand();
    expect(body).toEqual({ success: true, commandId: correlation_id });
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.parse(issued_at));
    await untilResult(device.serial, correlation_id, ({ state }) => state === 'sent');

    await device.respond({ correlation_id, phase: 'accepted', success: null });
    await untilResult(
      device.serial,
      correlation_id,
      ({ state, phase }) => state === 'accepted' && phase === 'accepted',
    );
    await device.respond({
      correlation_id,
      phase: 'running',
      success: null,
      result: { progress: 40, step: 'download' },
    });
    const running = await untilResult(device.serial, correlation_id, ({ phase }) => phase === 'running');
    expect(running).toMatchObject({
      state: 'accepted',
      success: null,
      result: null,
      progress: { progress: 40, step: 'download' },
    });

    const done = { correlation_id, result: { version: '2.1', previous_version: '2.0' }, execution_time_ms: 900 };
    await device.respond(done);
    const ended = await untilResult(device.serial, correlation_id, ({ state }) => state === 'succeeded');
    await device.respond(done);
    await device.respond({ correlation_id, success: false, error: 'changed my mind' });
    await device.respond({ correlation_id, phase: 'accepted', success: null });
    await device.metrics({ seq: 1 });
    await until('the later message', () => device.acks.length === 1);
    expect((await result(device.serial, correlation_id)).body).toEqual(ended);
  });

  it('is listed in the history of its device, the newest first', async () => {
    const device = await onlineDevice();
    for (const command of ['wifi_scan', 'clear_cache', 'clear_logs'])
      await sendWithoutWaiting(device.serial, { command });
    const commands = (await history(device.serial)).body.map(({ command }) => command);
    expect(commands).toEqual(['clear_logs', 'clear_cache', 'wifi_scan']);
    expect((await history(device.serial, admin.key, '?limit=1')).body).toHaveLength(1);
  });

  it('of a page is read by its id, and is in no history or timeline', async () => {
    const device = await onlineDevice();
    const { body } = await sendWithoutWaiting(device.serial, { command: 'system_info', background: true });
    const { correlation_id, background } = await device.nextCommand();
    expect(background).toBe(true);
    expect(body).toEqual({ success: true, commandId: correlation_id });
    expect((await result(device.serial, correlation_id)).body).toMatchObject({ command: 'system_info' });
    expect((await history(device.serial)).body).toEqual([]);
    const timeline = await stack.call(timelineHttp.read, admin, { serial: device.serial, types: 'command' });
    expect(timeline.body.entries).toEqual([]);
    await sendWithoutWaiting(device.serial, { command: 'system_info' });
    expect((await history(device.serial)).body).toHaveLength(1);
    const status = { command: 'mpd_player', params: { args: '1 status' }, background: true };
    expect((await sendWithoutWaiting(device.serial, status)).status).toBe(200);
    for (const more of [{ command: 'reboot' }, { ...status, params: { args: '1 play' } }, { ...status, queue: true }])
      expect((await sendWithoutWaiting(device.serial, { background: true, ...more })).status).toBe(400);
  });

  it('of a page is not audited either while an administrator works as the owner', async () => {
    const owner = await createUser(stack);
    const device = await onlineDevice(owner);
    const opened = await stack.call(userKeysHttp.impersonate, admin, { user_id: owner.id });
    const key = opened.body.user_key;
    const audited = async () =>
      (await findAudit(stack.db, 'command.send', device.serial)).map(({ details }) => details);
    for (const request of [{ command: 'system_info' }, { command: 'mpd_player', params: { args: '1 status' } }])
      expect((await sendWithoutWaiting(device.serial, { ...request, background: true }, key)).status).toBe(200);
    expect(await audited()).toEqual([]);
    await sendWithoutWaiting(device.serial, { command: 'system_info' }, key);
    expect(await audited()).toEqual([{ command: 'system_info' }]);
  });

  it('is not found for a device that the command was not sent to', async () => {
    const [device, other] = [await onlineDevice(), await onlineDevice()];
    const { body } = await sendWithoutWaiting(device.serial, VOLUME);
    expect((await result(other.serial, body.commandId)).status).toBe(404);
    expect((await result(device.serial, crypto.randomUUID())).status).toBe(404);
  });
});

import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { describe, expect, it } from 'vitest';
import { findAudit } from '../../support/audit.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { timelineHttp } from '@belfry/schemas/http/device-timeline/timeline';
import { VOLUME, onlineDevice, untilResult } from '../../support/commands.ts';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { resultsHttp } from '@belfry/schemas/http/commands/results';

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});

describe('the result of a command', () => {
  it('shows each phase, and does not change after the final one', async () => {
    const device = await onlineDevice(stack);
    const { body } = await stack.call(commandsHttp.send, admin, {
      serial: device.serial,
      command: 'install',
      params: {},
    });
    const { correlation_id, expires_at, issued_at } = await device.nextCommand();
    const command = { serial: device.serial, commandId: correlation_id };
    expect(body).toEqual({ success: true, commandId: correlation_id });
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.parse(issued_at));
    await untilResult(stack, admin, command, ({ state }) => state === 'sent');

    await device.respond({ correlation_id, phase: 'accepted', success: null });
    await untilResult(stack, admin, command, ({ state, phase }) => state === 'accepted' && phase === 'accepted');
    await device.respond({
      correlation_id,
      phase: 'running',
      success: null,
      result: { progress: 40, step: 'download' },
    });
    const running = await untilResult(stack, admin, command, ({ phase }) => phase === 'running');
    expect(running).toMatchObject({
      state: 'accepted',
      success: null,
      result: null,
      progress: { progress: 40, step: 'download' },
    });

    const done = { correlation_id, result: { version: '2.1', previous_version: '2.0' }, execution_time_ms: 900 };
    await device.respond(done);
    const ended = await untilResult(stack, admin, command, ({ state }) => state === 'succeeded');
    await device.respond(done);
    await device.respond({ correlation_id, success: false, error: 'changed my mind' });
    await device.respond({ correlation_id, phase: 'accepted', success: null });
    await device.metrics({ seq: 1 });
    await until('the later message', () => device.acks.length === 1);
    expect((await stack.call(resultsHttp.read, admin, command)).body).toEqual(ended);
  });

  it('is listed in the history of its device, the newest first', async () => {
    const device = await onlineDevice(stack);
    for (const command of ['wifi_scan', 'clear_cache', 'clear_logs'])
      await stack.call(commandsHttp.send, admin, { serial: device.serial, command });
    const commands = (await stack.call(resultsHttp.list, admin, { serial: device.serial })).body.map(
      ({ command }) => command,
    );
    expect(commands).toEqual(['clear_logs', 'clear_cache', 'wifi_scan']);
    expect((await stack.call(resultsHttp.list, admin, { serial: device.serial, limit: 1 })).body).toHaveLength(1);
  });

  it('of a page is read by its id, and is in no history or timeline', async () => {
    const device = await onlineDevice(stack);
    const { body } = await stack.call(commandsHttp.send, admin, {
      serial: device.serial,
      command: 'system_info',
      background: true,
    });
    const { correlation_id, background } = await device.nextCommand();
    expect(background).toBe(true);
    expect(body).toEqual({ success: true, commandId: correlation_id });
    expect(
      (await stack.call(resultsHttp.read, admin, { serial: device.serial, commandId: correlation_id })).body,
    ).toMatchObject({ command: 'system_info' });
    expect((await stack.call(resultsHttp.list, admin, { serial: device.serial })).body).toEqual([]);
    const timeline = await stack.call(timelineHttp.read, admin, { serial: device.serial, types: 'command' });
    expect(timeline.body.entries).toEqual([]);
    await stack.call(commandsHttp.send, admin, { serial: device.serial, command: 'system_info' });
    expect((await stack.call(resultsHttp.list, admin, { serial: device.serial })).body).toHaveLength(1);
    const status = { command: 'mpd_player', params: { args: '1 status' }, background: true };
    expect((await stack.call(commandsHttp.send, admin, { serial: device.serial, ...status })).status).toBe(200);
    for (const more of [{ command: 'reboot' }, { ...status, params: { args: '1 play' } }, { ...status, queue: true }])
      expect(
        (await stack.call(commandsHttp.send, admin, { serial: device.serial, background: true, ...more })).status,
      ).toBe(400);
  });

  it('of a page is not audited either while an administrator works as the owner', async () => {
    const owner = await createUser(stack);
    const device = await onlineDevice(stack, owner);
    const opened = await stack.call(userKeysHttp.impersonate, admin, { user_id: owner.id });
    const key = opened.body.user_key;
    const audited = async () =>
      (await findAudit(stack.db, 'command.send', device.serial)).map(({ details }) => details);
    for (const request of [{ command: 'system_info' }, { command: 'mpd_player', params: { args: '1 status' } }])
      expect(
        (await stack.call(commandsHttp.send, { key }, { serial: device.serial, ...request, background: true })).status,
      ).toBe(200);
    expect(await audited()).toEqual([]);
    await stack.call(commandsHttp.send, { key }, { serial: device.serial, command: 'system_info' });
    expect(await audited()).toEqual([{ command: 'system_info' }]);
  });

  it('is not found for a device that the command was not sent to', async () => {
    const [device, other] = [await onlineDevice(stack), await onlineDevice(stack)];
    const { body } = await stack.call(commandsHttp.send, admin, { serial: device.serial, ...VOLUME });
    expect(
      (await stack.call(resultsHttp.read, admin, { serial: other.serial, commandId: body.commandId })).status,
    ).toBe(404);
    expect(
      (await stack.call(resultsHttp.read, admin, { serial: device.serial, commandId: crypto.randomUUID() })).status,
    ).toBe(404);
  });
});

import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { resultsHttp } from '@belfry/schemas/http/commands/results';
import { describe, expect, it } from 'vitest';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { RESULT, VOLUME, onlineDevice, statusOf } from '../../support/commands.ts';

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});

describe('a command whose caller waits', () => {
  it('returns the response of the device and stores it', async () => {
    const device = await onlineDevice(stack);
    const sent = stack.call(commandsHttp.sendAndWait, admin, { serial: device.serial, ...VOLUME });
    const command = await device.nextCommand();
    expect(command).toMatchObject({ command: 'set_volume', params: { channel: 1, volume: 30 } });
    await device.respond({ correlation_id: command.correlation_id, result: RESULT, execution_time_ms: 12 });
    const { status, body } = await sent;
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      result: { ...RESULT, executionTime: 12 },
      error: null,
      errorType: null,
    });
    expect(
      (await stack.call(resultsHttp.read, admin, { serial: device.serial, commandId: command.correlation_id })).body,
    ).toMatchObject({
      state: 'succeeded',
      success: true,
      phase: 'done',
      result: { ...RESULT, executionTime: 12 },
    });
  });

  it('returns the error text of the device', async () => {
    const device = await onlineDevice(stack);
    const sent = stack.call(commandsHttp.sendAndWait, admin, { serial: device.serial, ...VOLUME });
    const { correlation_id } = await device.nextCommand();
    await device.respond({ correlation_id, success: false, error: 'no sound card', error_type: 'no_device' });
    expect((await sent).body).toMatchObject({ success: false, error: 'no sound card', errorType: 'no_device' });
    expect(
      (await stack.call(resultsHttp.read, admin, { serial: device.serial, commandId: correlation_id })).body.state,
    ).toBe('failed');
  });

  it('is a success with a result of another shape than that of the command table', async () => {
    const device = await onlineDevice(stack);
    const sent = stack.call(commandsHttp.sendAndWait, admin, { serial: device.serial, ...VOLUME });
    const { correlation_id } = await device.nextCommand();
    await device.respond({ correlation_id, result: { loudness: 'very' } });
    expect((await sent).body).toMatchObject({ success: true, errorType: null, result: { loudness: 'very' } });
  });

  it('is refused for a device that is offline or in maintenance, without a row', async () => {
    const { serial } = await createDevice(stack);
    const device = await onlineDevice(stack);
    await device.status({ status: 'maintenance' });
    await until(
      'maintenance',
      () => statusOf(stack, device.serial),
      (status) => status === 'maintenance',
    );
    for (const unreachable of [serial, device.serial]) {
      const { status, body } = await stack.call(commandsHttp.sendAndWait, admin, {
        serial: unreachable,
        command: 'reboot',
      });
      expect(status).toBe(409);
      expect(body).toEqual({
        success: false,
        commandId: null,
        message: 'Device is currently offline and cannot receive reboot command',
        result: null,
        error: 'Device is currently offline and cannot receive reboot command',
        errorType: 'device_offline',
        code: 'device_offline',
      });
      expect((await stack.call(resultsHttp.list, admin, { serial: unreachable })).body).toEqual([]);
    }
  });

  it('returns 404 for a device of another user', async () => {
    const [owner, otherUser] = [await createUser(stack), await createUser(stack)];
    const device = await onlineDevice(stack, owner);
    const refused = await stack.call(commandsHttp.sendAndWait, otherUser, { serial: device.serial, ...VOLUME });
    expect(refused).toMatchObject({
      status: 404,
      body: { errorType: 'device_not_found', error: 'Device not found in system' },
    });
    expect(
      (await stack.call(commandsHttp.sendAndWait, admin, { serial: '9999-9999-9999-9999', ...VOLUME })).status,
    ).toBe(404);
    const sent = stack.call(commandsHttp.sendAndWait, owner, { serial: device.serial, ...VOLUME });
    const { correlation_id } = await device.nextCommand();
    await device.respond({ correlation_id, result: RESULT });
    expect((await sent).status).toBe(200);
    expect(
      (await stack.call(resultsHttp.read, otherUser, { serial: device.serial, commandId: correlation_id })).status,
    ).toBe(404);
    expect((await stack.call(resultsHttp.list, owner, { serial: device.serial })).body).toHaveLength(1);
  });

  it('is checked against the command table before it is sent', async () => {
    const device = await onlineDevice(stack);
    expect(
      (await stack.call(commandsHttp.sendAndWait, admin, { serial: device.serial, command: 'explode' })).body,
    ).toMatchObject({ code: 'unknown_command' });
    const odd = await stack.call(commandsHttp.sendAndWait, admin, {
      serial: device.serial,
      command: 'set_volume',
      params: { channel: 7, volume: 300 },
    });
    expect(odd.status).toBe(400);
    expect(odd.body).toMatchObject({
      code: 'invalid_input',
      details: [{ path: 'params.channel' }, { path: 'params.volume' }],
    });
    expect(
      (
        await stack.call(commandsHttp.sendAndWait, admin, {
          serial: device.serial,
          command: 'reboot',
          params: { hard: true },
        })
      ).status,
    ).toBe(400);
    expect((await stack.call(commandsHttp.sendAndWait, admin, { serial: 'not-a-serial', ...VOLUME })).status).toBe(400);
    expect(device.commands).toEqual([]);
  });

  it('fails alone if Postgres cannot store its parameters', async () => {
    const device = await onlineDevice(stack);
    const [poison, fine] = [
      stack.call(commandsHttp.sendAndWait, admin, {
        serial: device.serial,
        command: 'contact_support',
        params: { message: 'nul \u0000' },
      }),
      stack.call(commandsHttp.sendAndWait, admin, { serial: device.serial, ...VOLUME }),
    ];
    const { correlation_id } = await device.nextCommand();
    await device.respond({ correlation_id, result: RESULT });
    expect((await fine).status).toBe(200);
    expect((await poison).status).toBe(400);
    expect(device.commands).toHaveLength(1);
  });

  it('succeeds 100 times at the same time', { tags: ['full'] }, async () => {
    const device = await onlineDevice(stack);
    const answers = Array.from({ length: 100 }, () =>
      stack.call(commandsHttp.sendAndWait, admin, { serial: device.serial, ...VOLUME }),
    );
    for (let count = 0; count < 100; count++) {
      const { correlation_id } = await device.nextCommand();
      await device.respond({ correlation_id, phase: 'accepted', success: null });
      await device.respond({ correlation_id, result: RESULT });
    }
    for (const answer of await Promise.all(answers)) expect(answer.body.success).toBe(true);
  });
});

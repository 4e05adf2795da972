import { describe, expect, it } from 'vitest';
import { commandCalls, RESULT, VOLUME } from '../../support/calls/command-calls.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});
const { onlineDevice, statusOf, send, result, history } = commandCalls(() => ({ stack, admin }));

describe('a command whose caller waits', () => {
  it('returns the response of the device and stores it', async () => {
    const device = await onlineDevice();
    const sent = send(device.serial, VOLUME);
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
    expect((await result(device.serial, command.correlation_id)).body).toMatchObject({
      state: 'succeeded',
      success: true,
      phase: 'done',
      result: { ...RESULT, executionTime: 12 },
    });
  });

  it('returns the error text of the device', async () => {
    const device = await onlineDevice();
    const sent = send(device.serial, VOLUME);
    const { correlation_id } = await device.nextCommand();
    await device.respond({ correlation_id, success: false, error: 'no sound card', error_type: 'no_device' });
    expect((await sent).body).toMatchObject({ success: false, error: 'no sound card', errorType: 'no_device' });
    expect((await result(device.serial, correlation_id)).body.state).toBe('failed');
  });

  it('is a success with a result of another shape than that of the command table', async () => {
    const device = await onlineDevice();
    const sent = send(device.serial, VOLUME);
    const { correlation_id } = await device.nextCommand();
    await device.respond({ correlation_id, result: { loudness: 'very' } });
    expect((await sent).body).toMatchObject({ success: true, errorType: null, result: { loudness: 'very' } });
  });

  it('is refused for a device that is offline or in maintenance, without a row', async () => {
    const { serial } = await createDevice(stack);
    const device = await onlineDevice();
    await device.status({ status: 'maintenance' });
    await until(
      'maintenance',
      () => statusOf(device.serial),
      (status) => status === 'maintenance',
    );
    for (const unreachable of [serial, device.serial]) {
      const { status, body } = await send(unreachable, { command: 'reboot' });
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
      expect((await history(unreachable)).body).toEqual([]);
    }
  });

  it('returns 404 for a device of another user', async () => {
    const [owner, otherUser] = [await createUser(stack), await createUser(stack)];
    const device = await onlineDevice(owner);
    const refused = await send(device.serial, VOLUME, otherUser.key);
    expect(refused).toMatchObject({
      status: 404,
      body: { errorType: 'device_not_found', error: 'Device not found in system' },
    });
    expect((await send('9999-9999-9999-9999', VOLUME)).status).toBe(404);
    const sent = send(device.serial, VOLUME, owner.key);
    const { correlation_id } = await device.nextCommand();
    await device.respond({ correlation_id, result: RESULT });
    expect((await sent).status).toBe(200);
    expect((await result(device.serial, correlation_id, otherUser.key)).status).toBe(404);
    expect((await history(device.serial, otherUser.key)).status).toBe(404);
    expect((await history(device.serial, owner.key)).body).toHaveLength(1);
  });

  it('is checked against the command table before it is sent', async () => {
    const device = await onlineDevice();
    expect((await send(device.serial, { command: 'explode' })).body).toMatchObject({ code: 'unknown_command' });
    const odd = await send(device.serial, { command: 'set_volume', params: { channel: 7, volume: 300 } });
    expect(odd.status).toBe(400);
    expect(odd.body).toMatchObject({
      code: 'invalid_input',
      details: [{ path: 'params.channel' }, { path: 'params.volume' }],
    });
    expect((await send(device.serial, { command: 'reboot', params: { hard: true } })).status).toBe(400);
    expect((await send('not-a-serial', VOLUME)).status).toBe(400);
    expect(device.commands).toEqual([]);
  });

  it('fails alone if Postgres cannot store its parameters', async () => {
    const device = await onlineDevice();
    const [poison, fine] = [
      send(device.serial, { command: 'contact_support', params: { message: 'nul \u0000' } }),
      send(device.serial, VOLUME),
    ];
    const { correlation_id } = await device.nextCommand();
    await device.respond({ correlation_id, result: RESULT });
    expect((await fine).status).toBe(200);
    expect((await poison).status).toBe(400);
    expect(device.commands).toHaveLength(1);
  });

  it('succeeds 100 times at the same time', async () => {
    const device = await onlineDevice();
    const answers = Array.from({ length: 100 }, () => send(device.serial, VOLUME));
    for (let count = 0; count < 100; count++) {
      const { correlation_id } = await device.nextCommand();
      await device.respond({ correlation_id, phase: 'accepted', success: null });
      await device.respond({ correlation_id, result: RESULT });
    }
    for (const answer of await Promise.all(answers)) expect(answer.body.success).toBe(true);
  });
});

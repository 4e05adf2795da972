import { describe, expect, it } from 'vitest';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { until } from '../../support/until.ts';
import { healthHttp } from '@belfry/schemas/http/service/health';
import { VOLUME, onlineDevice, untilResult } from '../../support/commands.ts';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { resultsHttp } from '@belfry/schemas/http/commands/results';

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});

describe('a broadcast', () => {
  it('publishes one message and inserts a delivery for every device', async () => {
    const [first, second] = [await onlineDevice(stack), await onlineDevice(stack)];
    const gone = await createDevice(stack);
    const { status, body } = await stack.call(commandsHttp.broadcast, admin, { command: 'reboot' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { success: true, message: 'Devices will restart within a few seconds' },
    });
    const { rows } = await stack.pool.query<{ count: number }>('select count(*)::int as count from devices');
    expect(body.devices).toBe(rows[0]?.count);
    for (const device of [first, second]) {
      const command = await device.nextCommand();
      expect(command).toMatchObject({ correlation_id: body.commandId, command: 'reboot' });
      await device.respond({ correlation_id: command.correlation_id, result: { uptime_seconds: 3 } });
      await untilResult(
        stack,
        admin,
        { serial: device.serial, commandId: command.correlation_id },
        ({ state }) => state === 'succeeded',
      );
    }
    const missed = await stack.call(resultsHttp.read, admin, { serial: gone.serial, commandId: body.commandId ?? '' });
    expect(missed.body).toMatchObject({ state: 'failed', errorType: 'device_offline' });
  });

  it('is refused for users who are not administrators, and for commands that are not fleet-wide', async () => {
    const user = await createUser(stack);
    expect((await stack.call(commandsHttp.broadcast, user, { command: 'reboot' })).status).toBe(403);
    expect(
      (await stack.call(commandsHttp.broadcast, admin, { command: 'set_volume', params: { channel: 1, volume: 1 } }))
        .status,
    ).toBe(400);
  });
});

describe('while the broker is unavailable', () => {
  it('commands fail with websocket_unavailable, and their deliveries are settled', async () => {
    const device = await onlineDevice(stack);
    await stack.stopBroker();
    await until('the api notices', async () => (await stack.call(healthHttp.ready, null)).status === 503);
    await stack.pool.query(
      `update device_state set reported_status = 'online' where device_id = (select device_id from devices where serial = $1)`,
      [device.serial],
    );
    const text = 'WebSocket server unavailable - cannot send commands';
    const waited = await stack.call(commandsHttp.sendAndWait, admin, { serial: device.serial, ...VOLUME });
    expect(waited).toMatchObject({
      status: 503,
      body: { success: false, errorType: 'websocket_unavailable', error: text },
    });
    expect((await stack.call(commandsHttp.send, admin, { serial: device.serial, ...VOLUME })).status).toBe(503);
    expect((await stack.call(commandsHttp.broadcast, admin, { command: 'reboot' })).body).toMatchObject({
      success: false,
      errorType: 'websocket_unavailable',
    });
    await until(
      'settled',
      () => stack.call(resultsHttp.list, admin, { serial: device.serial }),
      ({ body }) => body.length === 3 && body.every(({ state }) => state === 'failed'),
    );
    await stack.startBroker();
    await stack.ready();
  });
});

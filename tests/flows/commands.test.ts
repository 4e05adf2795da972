import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BroadcastAnswer, CommandAnswer, CommandResultAnswer } from '@belfry/schemas/http/commands';
import { connectDevice, type WireDevice } from '../support/device.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../support/factories.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

let stack: Stack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startStack();
  admin = await createAdmin(stack);
});
afterAll(() => stack.stop());

/** A device that the database knows to be online. */
async function onlineDevice(owner?: TestUser): Promise<WireDevice> {
  const device = await connectDevice(stack.mqttUrl, await createDevice(stack, { user_id: owner?.id ?? null }));
  await device.status();
  await until(
    'online',
    () => statusOf(device.serial),
    (status) => status === 'online',
  );
  return device;
}
async function statusOf(serial: string): Promise<string | undefined> {
  const { rows } = await stack.pool.query<{ status: string }>(
    'select status from device_state join devices using (device_id) where serial = $1',
    [serial],
  );
  return rows[0]?.status;
}
const send = (serial: string, body: unknown, key = admin.key) =>
  stack.post<CommandAnswer>(`/api/rpi/devices/send/commands/${serial}`, { key, body });
const sendAtOnce = (serial: string, body: unknown, key = admin.key) =>
  stack.post<{ commandId: string }>(`/api/rpi/devices/send/command/${serial}`, { key, body });
const result = (serial: string, id: string, key = admin.key) =>
  stack.get<CommandResultAnswer>(`/api/rpi/devices/command/result/${serial}/${id}`, { key });
const history = (serial: string, key = admin.key, query = '') =>
  stack.get<CommandResultAnswer[]>(`/api/rpi/devices/commands/${serial}${query}`, { key });
const broadcast = (body: unknown, key = admin.key) =>
  stack.post<BroadcastAnswer>('/api/rpi/devices/send/commands/broadcast', { key, body });
const untilResult = async (
  serial: string,
  id: string,
  holds: (result: CommandResultAnswer) => boolean,
): Promise<CommandResultAnswer> => {
  const { body } = await until(
    'the result',
    () => result(serial, id),
    (answer) => holds(answer.body),
  );
  return body;
};
const RESULT = { channel: 1, volume: 30 };
const VOLUME = { command: 'set_volume', params: { channel: 1, volume: 30 } };

describe('a command that waits', () => {
  it('comes back with the answer of the device, and its row says so', async () => {
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

  it('tells in the device’s own words why it failed', async () => {
    const device = await onlineDevice();
    const sent = send(device.serial, VOLUME);
    const { correlation_id } = await device.nextCommand();
    await device.respond({ correlation_id, success: false, error: 'no sound card', error_type: 'no_device' });
    expect((await sent).body).toMatchObject({ success: false, error: 'no sound card', errorType: 'no_device' });
    expect((await result(device.serial, correlation_id)).body.state).toBe('failed');
  });

  it('takes the device’s word for a success, with a result that another firmware shaped', async () => {
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

  it('knows no devices but one’s own', async () => {
    const [owner, stranger] = [await createUser(stack), await createUser(stack)];
    const device = await onlineDevice(owner);
    const refused = await send(device.serial, VOLUME, stranger.key);
    expect(refused).toMatchObject({
      status: 404,
      body: { errorType: 'device_not_found', error: 'Device not found in system' },
    });
    expect((await send('9999-9999-9999-9999', VOLUME)).status).toBe(404);
    const sent = send(device.serial, VOLUME, owner.key);
    const { correlation_id } = await device.nextCommand();
    await device.respond({ correlation_id, result: RESULT });
    expect((await sent).status).toBe(200);
    expect((await result(device.serial, correlation_id, stranger.key)).status).toBe(404);
    expect((await history(device.serial, stranger.key)).status).toBe(404);
    expect((await history(device.serial, owner.key)).body).toHaveLength(1);
  });

  it('is checked against the command table before anything is sent', async () => {
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

  it('keeps a parameter that no database stores to its sender', async () => {
    const device = await onlineDevice();
    const [poison, fine] = [
      send(device.serial, { command: 'contact_support', params: { message: 'nul \u0000' } }),
      send(device.serial, VOLUME),
    ];
    const { correlation_id } = await device.nextCommand();
    await device.respond({ correlation_id, result: RESULT });
    expect((await fine).status).toBe(200);
    expect((await poison).status).toBeGreaterThanOrEqual(400);
    expect(device.commands).toHaveLength(1);
  });

  it('is carried out a hundred times at once', async () => {
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

describe('a command that is polled', () => {
  it('shows its phases, and its end once', async () => {
    const device = await onlineDevice();
    const { body } = await sendAtOnce(device.serial, { command: 'install', params: {} });
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
    await until('what came after', () => device.acks.length === 1);
    expect((await result(device.serial, correlation_id)).body).toEqual(ended);
  });

  it('is in the history of its device, the newest first', async () => {
    const device = await onlineDevice();
    for (const command of ['wifi_scan', 'clear_cache', 'clear_logs']) await sendAtOnce(device.serial, { command });
    const commands = (await history(device.serial)).body.map(({ command }) => command);
    expect(commands).toEqual(['clear_logs', 'clear_cache', 'wifi_scan']);
    expect((await history(device.serial, admin.key, '?limit=1')).body).toHaveLength(1);
  });

  it('that was never sent to this device is not found', async () => {
    const [device, other] = [await onlineDevice(), await onlineDevice()];
    const { body } = await sendAtOnce(device.serial, VOLUME);
    expect((await result(other.serial, body.commandId)).status).toBe(404);
    expect((await result(device.serial, crypto.randomUUID())).status).toBe(404);
  });
});

describe('an answer', () => {
  it('to a command of another device, or of nobody, changes nothing', async () => {
    const [device, other] = [await onlineDevice(), await onlineDevice()];
    const { body } = await sendAtOnce(device.serial, VOLUME);
    const forged = { result: { channel: 1, volume: 99 } };
    await other.respond({ correlation_id: body.commandId, ...forged });
    await other.respond({ correlation_id: crypto.randomUUID(), ...forged });
    await other.metrics({ seq: 1 });
    await until('what came after', () => other.acks.length === 1);
    expect((await result(device.serial, body.commandId)).body).toMatchObject({ success: null, result: null });
    await device.respond({ correlation_id: body.commandId, result: RESULT });
    await untilResult(device.serial, body.commandId, ({ state }) => state === 'succeeded');
  });

  it('that comes after its time is still the truth', async () => {
    const device = await onlineDevice();
    const expired = await sendAtOnce(device.serial, VOLUME);
    const timedOut = await sendAtOnce(device.serial, { command: 'reboot' });
    await device.respond({ correlation_id: timedOut.body.commandId, phase: 'accepted', success: null });
    await untilResult(device.serial, timedOut.body.commandId, ({ state }) => state === 'accepted');
    await stack.pool.query(
      `update command_deliveries set expires_at = now() - interval '1 s', deadline_at = now() - interval '1 s' where command_id = any($1)`,
      [[expired.body.commandId, timedOut.body.commandId]],
    );
    expect(await untilResult(device.serial, expired.body.commandId, ({ state }) => state === 'expired')).toMatchObject({
      success: false,
      errorType: 'command_timeout',
    });
    expect(
      await untilResult(device.serial, timedOut.body.commandId, ({ state }) => state === 'timed_out'),
    ).toMatchObject({
      error: 'Reboot command timed out - device may be restarting',
    });
    await device.respond({ correlation_id: timedOut.body.commandId, result: { uptime_seconds: 4 } });
    const late = await untilResult(device.serial, timedOut.body.commandId, ({ state }) => state === 'succeeded');
    expect(late).toMatchObject({ success: true, error: null, errorType: null });
  });

  it('reaches a caller that waits at an api which does not ingest', async () => {
    const replica = await stack.startReplica();
    const device = await onlineDevice();
    await until('the replica publishes', async () => (await replica.get('/api/health/ready')).status === 200);
    const sent = replica.post<CommandAnswer>(`/api/rpi/devices/send/commands/${device.serial}`, {
      key: admin.key,
      body: VOLUME,
    });
    const { correlation_id } = await device.nextCommand();
    const answered = Date.now();
    await device.respond({ correlation_id, result: RESULT });
    expect((await sent).body.success).toBe(true);
    expect(Date.now() - answered).toBeLessThan(5_000);
    await replica.stop();
  });

  it('that comes while the api is away settles the command afterwards', async () => {
    const device = await onlineDevice();
    const { body } = await sendAtOnce(device.serial, VOLUME);
    await stack.stopApi();
    await device.respond({ correlation_id: body.commandId, result: RESULT });
    await stack.startApi();
    await stack.ready();
    await untilResult(device.serial, body.commandId, ({ state }) => state === 'succeeded');
  });
});

describe('a broadcast', () => {
  it('is one message and a delivery for every device', async () => {
    const [first, second] = [await onlineDevice(), await onlineDevice()];
    const gone = await createDevice(stack);
    const { status, body } = await broadcast({ command: 'reboot' });
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
      await untilResult(device.serial, command.correlation_id, ({ state }) => state === 'succeeded');
    }
    const missed = await result(gone.serial, body.commandId ?? '');
    expect(missed.body).toMatchObject({ state: 'failed', errorType: 'device_offline' });
  });

  it('is for administrators, and only of commands that may go to all', async () => {
    const user = await createUser(stack);
    expect((await broadcast({ command: 'reboot' }, user.key)).status).toBe(403);
    expect((await broadcast({ command: 'set_volume', params: { channel: 1, volume: 1 } })).status).toBe(400);
  });
});

describe('while the broker is away', () => {
  it('commands say so, and their rows are settled', async () => {
    const device = await onlineDevice();
    await stack.stopBroker();
    await until('the api knows', async () => (await stack.get('/api/health/ready')).status === 503);
    await stack.pool.query(`update device_state set reported_status = 'online'`);
    const text = 'WebSocket server unavailable - cannot send commands';
    const waited = await send(device.serial, VOLUME);
    expect(waited).toMatchObject({
      status: 503,
      body: { success: false, errorType: 'websocket_unavailable', error: text },
    });
    expect((await sendAtOnce(device.serial, VOLUME)).status).toBe(503);
    expect((await broadcast({ command: 'reboot' })).body).toMatchObject({
      success: false,
      errorType: 'websocket_unavailable',
    });
    await until(
      'settled',
      () => history(device.serial),
      ({ body }) => body.length === 3 && body.every(({ state }) => state === 'failed'),
    );
    await stack.startBroker();
    await stack.ready();
  });
});

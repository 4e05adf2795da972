import { commandSeconds, commandsSettled } from '@belfry/api/mqtt/metrics';
import { SETTLED_CHANNEL } from '@belfry/api/features/commands/settled-notices';
import { createLogger } from '@belfry/api/log';
import { canCommandDevice } from '@belfry/api/policies/devices';
import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RESULT } from '../../support/command-calls.ts';
import { startCommandService } from '../../support/command-service.ts';
import { createDevice } from '../../support/factories.ts';
import { until } from '../../support/until.ts';

let service: Awaited<ReturnType<typeof startCommandService>>;
let commands: ReturnType<typeof service.instance>;
/** What other instances were told, in order. */
const notices: string[] = [];
beforeAll(async () => {
  service = await startCommandService();
  const listener = await service.pool.connect();
  listener.on('notification', ({ payload = '' }) => notices.push(payload));
  await listener.query(`listen ${SETTLED_CHANNEL}`);
  endListening = () => listener.release(true);
});
let endListening: () => void;
afterAll(async () => {
  endListening();
  await service.stop();
});
beforeEach(() => {
  commands = service.instance();
  service.published.length = 0;
  notices.length = 0;
  service.broker.failing = false;
});
afterEach(() => {
  vi.useRealTimers();
});

const policy = canCommandDevice;
const volume = { command: 'set_volume', params: { channel: 1, volume: 30 } } as const;
const done = (id: string, overrides: Partial<ResponseMessage> = {}): ResponseMessage => ({
  correlation_id: id,
  phase: 'done',
  success: true,
  result: RESULT,
  error: null,
  error_type: null,
  execution_time_ms: 12,
  at: new Date().toISOString(),
  ...overrides,
});
/** @returns the id of what was published last. */
const untilPublished = async (): Promise<string> => {
  await until('it is published', () => service.published.length > 0);
  return String(service.published.at(-1)?.message['correlation_id']);
};
const answer = (serial: string, message: ResponseMessage, by = commands) =>
  new Promise<void>((resolve) => by.answer({ serial, message, receivedAt: Date.now() }, resolve));
const waitingCalls = async () =>
  (await commandSeconds.get()).values.find(({ metricName }) => metricName?.endsWith('_count'))?.value ?? 0;
const settledAs = async (state: string) =>
  (await commandsSettled.get()).values.find(({ labels }) => labels['state'] === state)?.value ?? 0;
/** The notices that name a command, when everything that was sent before has come. */
async function noticesOf(id: string): Promise<string[]> {
  await service.pool.query('select pg_notify($1, $2)', [SETTLED_CHANNEL, 'fence']);
  await until('the fence', () => notices.includes('fence'));
  return notices.filter((notice) => notice.includes(id));
}

describe('sending a command', () => {
  it('stores it, publishes it to its device and keeps that it was sent', async () => {
    const { serial } = await service.onlineDevice();
    const before = Date.now();
    const sent = await commands.send({ policy, user: service.admin, serial, ...volume });
    const id = await untilPublished();
    expect(sent).toEqual({ commandId: id });
    const [{ topic, message, options }] = service.published as [(typeof service.published)[0]];
    expect({ topic, options }).toEqual({ topic: topics.commands(serial), options: { qos: 1, retain: false } });
    expect(message).toEqual({
      correlation_id: id,
      ...volume,
      issued_at: expect.any(String),
      expires_at: expect.any(String),
    });
    const row = await service.untilState(id, serial, 'sent');
    expect(row.issued_at.getTime()).toBeGreaterThanOrEqual(before);
    expect(row.expires_at.getTime() - row.issued_at.getTime()).toBe(15_000);
    expect(row.deadline_at.getTime() - row.expires_at.getTime()).toBe(30_000);
    expect([message['issued_at'], message['expires_at']]).toEqual(
      [row.issued_at, row.expires_at].map((at) => at.toISOString()),
    );
    expect(row.sent_at).not.toBeNull();
    expect(row).toMatchObject({ success: null, settled_at: null });
    const { rows } = await service.pool.query('select command, params, target, issued_by from commands where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ ...volume, target: 'device', issued_by: service.admin.id }]);
  });

  it('to a device that is offline, or not there, is refused without a row or a message', async () => {
    const { serial: offline } = await createDevice(service);
    const send = { send: commands.send, sendAndWait: commands.sendAndWait };
    for (const call of Object.values(send)) {
      expect(await call({ policy, user: service.admin, serial: offline, ...volume })).toEqual({
        refused: 'device_offline',
        commandId: null,
      });
      expect(await call({ policy, user: service.admin, serial: '9999-9999-9999-9999', ...volume })).toEqual({
        refused: 'device_not_found',
        commandId: null,
      });
    }
    expect(service.published).toEqual([]);
    const { rows } = await service.pool.query(
      'select from command_deliveries join devices using (device_id) where serial = $1',
      [offline],
    );
    expect(rows).toEqual([]);
  });

  it('knows only devices of one’s own, unless one is an administrator', async () => {
    const [owner, stranger] = [await service.user(), await service.user()];
    const { serial } = await service.onlineDevice(owner);
    expect(await commands.send({ policy, user: stranger, serial, ...volume })).toEqual({
      refused: 'device_not_found',
      commandId: null,
    });
    for (const user of [owner, service.admin])
      expect(await commands.send({ policy, user, serial, ...volume })).toEqual({ commandId: expect.any(String) });
  });

  it('that the broker does not take fails, and its row says why', async () => {
    const { serial } = await service.onlineDevice();
    service.broker.failing = true;
    const sent = await commands.send({ policy, user: service.admin, serial, ...volume });
    expect(sent).toEqual({ refused: 'websocket_unavailable', commandId: expect.any(String) });
    const row = await service.untilState(sent.commandId ?? '', serial, 'failed');
    expect(row).toMatchObject({
      success: false,
      error: 'WebSocket server unavailable - cannot send commands',
      error_type: 'websocket_unavailable',
      sent_at: null,
    });
    expect(row.settled_at).not.toBeNull();
  });
});

describe('a caller that waits', () => {
  it('is answered with what the device said, once that is committed, and its time is measured', async () => {
    const { serial } = await service.onlineDevice();
    const calls = await waitingCalls();
    const succeeded = await settledAs('succeeded');
    const answered = commands.sendAndWait({ policy, user: service.admin, serial, ...volume });
    const id = await untilPublished();
    expect(await waitingCalls()).toBe(calls);
    await answer(serial, done(id));
    expect(await answered).toEqual({
      commandId: id,
      outcome: { state: 'succeeded', result: RESULT, error: null, errorType: null, executionTimeMs: 12 },
    });
    expect(await service.delivery(id, serial)).toMatchObject({ state: 'succeeded', success: true });
    expect(await waitingCalls()).toBe(calls + 1);
    expect(await settledAs('succeeded')).toBe(succeeded + 1);
    expect(await noticesOf(id)).toEqual([]);
  });

  it('hears at once that the broker does not take the command', async () => {
    const { serial } = await service.onlineDevice();
    service.broker.failing = true;
    expect(await commands.sendAndWait({ policy, user: service.admin, serial, ...volume })).toEqual({
      commandId: expect.any(String),
      outcome: {
        state: 'failed',
        result: null,
        error: 'WebSocket server unavailable - cannot send commands',
        errorType: 'websocket_unavailable',
        executionTimeMs: null,
      },
    });
  });

  it.each([
    ['gets a time-out where the row is open', null],
    ['gets what the row says where nobody told it', { state: 'failed', error: 'full', error_type: 'disk' }],
  ])('when its time is up %s', async (_what, stored) => {
    const { serial } = await service.onlineDevice();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const answered = commands.sendAndWait({ policy, user: service.admin, serial, ...volume });
    const id = await untilPublished();
    await service.untilState(id, serial, 'sent');
    if (stored)
      await service.pool.query(
        'update command_deliveries set state = $2, error = $3, error_type = $4, settled_at = now() where command_id = $1',
        [id, stored.state, stored.error, stored.error_type],
      );
    vi.advanceTimersByTime(COMMAND_TIMEOUT_MS);
    const outcome = { state: 'failed', result: null, error: 'full', errorType: 'disk', executionTimeMs: null };
    expect(await answered).toEqual(stored ? { commandId: id, outcome } : { refused: 'command_timeout', commandId: id });
  });

  it('leaves no timer behind when the command is refused', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const { serial } = await createDevice(service);
    const timers = vi.getTimerCount();
    await commands.sendAndWait({ policy, user: service.admin, serial, ...volume });
    expect(vi.getTimerCount()).toBeLessThanOrEqual(timers + 1);
  });
});

describe('a broadcast', () => {
  it('is one message; devices that are online are sent it, the others have failed', async () => {
    const [online, gone] = [await service.onlineDevice(), await createDevice(service)];
    const { rows } = await service.pool.query<{ count: number }>('select count(*)::int as count from devices');
    const sent = await commands.broadcast({ user: service.admin, command: 'reboot', params: {} });
    const id = await untilPublished();
    expect(sent).toEqual({ commandId: id, devices: rows[0]?.count });
    expect(service.published).toEqual([
      {
        topic: topics.fleetCommands,
        message: {
          correlation_id: id,
          command: 'reboot',
          params: {},
          issued_at: expect.any(String),
          expires_at: expect.any(String),
        },
        options: { qos: 1, retain: false },
      },
    ]);
    const row = await service.delivery(id, online.serial);
    expect(row).toMatchObject({ state: 'sent', success: null, error: null, settled_at: null });
    expect(row?.sent_at).not.toBeNull();
    expect(Number(row?.deadline_at) - Number(row?.issued_at)).toBe(330_000);
    expect(await service.delivery(id, gone.serial)).toMatchObject({
      state: 'failed',
      success: false,
      error: 'Device is currently offline and cannot receive reboot command',
      error_type: 'device_offline',
      settled_at: row?.issued_at,
    });
    // Its answers need no notice: it was issued here.
    await answer(online.serial, done(id, { result: { uptime_seconds: 1 } }));
    expect(await service.delivery(id, online.serial)).toMatchObject({ state: 'succeeded' });
    expect(await noticesOf(id)).toEqual([]);
  });

  it('that the broker does not take fails on every device', async () => {
    const { serial } = await service.onlineDevice();
    service.broker.failing = true;
    const sent = await commands.broadcast({ user: service.admin, command: 'install', params: {} });
    expect(sent).toMatchObject({ refused: 'websocket_unavailable', devices: expect.any(Number) });
    expect(sent.devices).toBeGreaterThan(0);
    const row = await service.delivery(sent.commandId ?? '', serial);
    expect(row).toMatchObject({
      state: 'failed',
      success: false,
      error: 'WebSocket server unavailable - cannot send commands',
      error_type: 'websocket_unavailable',
      sent_at: null,
    });
    expect(row?.settled_at).not.toBeNull();
  });
});

describe('the sweep', () => {
  it('gives up what was not delivered or not ended in time, tells who waits, and counts', async () => {
    const { serial } = await service.onlineDevice();
    // What earlier stories left open.
    await commands.sweep(Date.now() + 86_400_000);
    const [expired, timedOut] = [await settledAs('expired'), await settledAs('timed_out')];
    const waiting = commands.sendAndWait({ policy, user: service.admin, serial, ...volume });
    const undelivered = await untilPublished();
    const sent = await commands.send({ policy, user: service.admin, serial, command: 'reboot', params: {} });
    const unfinished = sent.commandId ?? '';
    await service.untilState(undelivered, serial, 'sent');
    await service.untilState(unfinished, serial, 'sent');
    await answer(serial, done(unfinished, { phase: 'accepted', success: null, result: null }));
    const { expires_at } = await service.untilState(undelivered, serial, 'sent');
    const { deadline_at } = await service.untilState(unfinished, serial, 'accepted');

    await commands.sweep(expires_at.getTime());
    expect(await service.delivery(undelivered, serial)).toMatchObject({ state: 'sent' });
    await commands.sweep(expires_at.getTime() + 1);
    expect(await service.delivery(undelivered, serial)).toMatchObject({
      state: 'expired',
      success: false,
      error_type: 'command_timeout',
      error: 'The device did not answer the set_volume command in time',
    });
    expect(await waiting).toMatchObject({
      commandId: undelivered,
      outcome: { state: 'expired', errorType: 'command_timeout' },
    });
    await commands.sweep(deadline_at.getTime());
    expect(await service.delivery(unfinished, serial)).toMatchObject({ state: 'accepted' });
    await commands.sweep(deadline_at.getTime() + 1);
    expect(await service.delivery(unfinished, serial)).toMatchObject({
      state: 'timed_out',
      success: false,
      error: 'Reboot command timed out - device may be restarting',
    });
    expect([await settledAs('expired'), await settledAs('timed_out')]).toEqual([expired + 1, timedOut + 1]);
    for (const id of [undelivered, unfinished]) expect(await noticesOf(id)).toEqual([]);
  });

  it('uses the clock where no time is given, and leaves alone what has time', async () => {
    const { serial } = await service.onlineDevice();
    const late = await commands.send({ policy, user: service.admin, serial, ...volume });
    const open = await commands.send({ policy, user: service.admin, serial, ...volume });
    const id = late.commandId ?? '';
    await service.untilState(id, serial, 'sent');
    await service.untilState(open.commandId ?? '', serial, 'sent');
    await service.pool.query('update command_deliveries set expires_at = to_timestamp(0) where command_id = $1', [id]);
    await commands.sweep();
    expect(await service.delivery(id, serial)).toMatchObject({ state: 'expired' });
    expect(await service.delivery(open.commandId ?? '', serial)).toMatchObject({ state: 'sent' });
  });
});

describe('two instances', () => {
  it('tell each other what ended, once each, and wake who waits', async () => {
    const other = service.instance();
    const { serial } = await service.onlineDevice();
    const answered = commands.sendAndWait({ policy, user: service.admin, serial, ...volume });
    const id = await untilPublished();
    await service.untilState(id, serial, 'sent');
    await answer(serial, done(id), other);
    await until('they are told', () => notices.some((notice) => notice.includes(id)));
    expect(await noticesOf(id)).toEqual([id]);
    commands.noticed(`${crypto.randomUUID()},${id}`);
    expect(await answered).toMatchObject({ commandId: id, outcome: { state: 'succeeded', result: RESULT } });
  });

  it('are told of a broadcast by one id', async () => {
    const [first, second] = [await service.onlineDevice(), await service.onlineDevice()];
    const { commandId } = await commands.broadcast({ user: service.admin, command: 'reboot', params: {} });
    const id = commandId ?? '';
    await service.pool.query('update command_deliveries set expires_at = to_timestamp(0) where command_id = $1', [id]);
    const other = service.instance();
    await other.sweep();
    await until('they are told', () => notices.some((notice) => notice.includes(id)));
    expect(await noticesOf(id)).toEqual([id]);
    for (const { serial } of [first, second])
      expect(await service.delivery(id, serial)).toMatchObject({ state: 'expired' });
  });

  it('ask the database only about what somebody waits for', async () => {
    const query = vi.spyOn(service.pool, 'query');
    commands.noticed(`${crypto.randomUUID()},${crypto.randomUUID()}`);
    commands.noticed('');
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
  });

  it('survive a notice that cannot be looked up', async () => {
    const log = createLogger('silent');
    const debug = vi.spyOn(log, 'debug').mockReturnValue(undefined);
    const instance = service.instance({ log });
    const { serial } = await service.onlineDevice();
    const answered = instance.sendAndWait({ policy, user: service.admin, serial, ...volume });
    const id = await untilPublished();
    await service.untilState(id, serial, 'sent');
    const query = vi.spyOn(service.pool, 'query').mockRejectedValueOnce(new Error('away'));
    instance.noticed(id);
    await until('it is logged', () => debug.mock.calls.length > 0);
    expect(debug.mock.calls).toEqual([
      [{ err: expect.objectContaining({ message: 'away' }) }, 'a notice of another instance was lost'],
    ]);
    query.mockRestore();
    await answer(serial, done(id), instance);
    expect(await answered).toMatchObject({ outcome: { state: 'succeeded' } });
  });
});

describe('stopping', () => {
  it('writes what has not been written', async () => {
    const { serial } = await service.onlineDevice();
    const { commandId } = await commands.send({ policy, user: service.admin, serial, ...volume });
    expect(commands.stuckBatches()).toEqual([]);
    await commands.stop();
    expect(await service.delivery(commandId ?? '', serial)).toMatchObject({ state: 'sent' });
    commands.answer({ serial, message: done(commandId ?? ''), receivedAt: Date.now() }, () => undefined);
    await service.instance().sweep();
    expect(await service.delivery(commandId ?? '', serial)).toMatchObject({ state: 'sent' });
  });
});

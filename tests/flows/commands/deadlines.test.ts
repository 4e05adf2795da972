import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { commandTable } from '@belfry/schemas/mqtt/commands';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandCalls, RESULT, VOLUME } from '../../support/command-calls.ts';
import type { MqttDevice } from '../../support/mqtt-device.ts';
import { createAdmin, type TestUser } from '../../support/factories.ts';
import { advanceDate } from '../../support/fake-date.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startStack();
  admin = await createAdmin(stack);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => stack.stop());
const { onlineDevice, send, sendWithoutWaiting, untilResult } = commandCalls(() => ({ stack, admin }));

async function stateOf(id: string): Promise<string> {
  const { rows } = await stack.pool.query<{ state: string }>(
    'select state from command_deliveries where command_id = $1',
    [id],
  );
  return rows[0]?.state ?? 'absent';
}
const untilState = (id: string, state: string) =>
  until(
    state,
    () => stateOf(id),
    (now) => now === state,
  );

/** A delivery whose time is up at once: when it has been given up, everything else was looked at by the same clock. */
async function afterSweep(device: MqttDevice): Promise<void> {
  const { body } = await sendWithoutWaiting(device.serial, VOLUME);
  await stack.pool.query(`update command_deliveries set expires_at = to_timestamp(0) where command_id = $1`, [
    body.commandId,
  ]);
  await untilState(body.commandId, 'expired');
}

async function sent(device: MqttDevice, command: Parameters<typeof sendWithoutWaiting>[1]): Promise<string> {
  const { body } = await sendWithoutWaiting(device.serial, command);
  await device.nextCommand();
  return body.commandId;
}
const accept = async (device: MqttDevice, id: string): Promise<void> => {
  await device.respond({ correlation_id: id, phase: 'accepted', success: null });
  await untilState(id, 'accepted');
};

describe.each([
  ['set_volume', VOLUME, 15, 30],
  ['reboot', { command: 'reboot' }, 30, 300],
] as const)('%s', (command, body, expiresAfterS, runsAtMostS) => {
  it('expires when it was not accepted in its time to be delivered, and tells the device so', async () => {
    const device = await onlineDevice();
    const issuedAt = Date.now();
    const { body: answer } = await sendWithoutWaiting(device.serial, body);
    const message = await device.nextCommand();
    const livesMs = Date.parse(message.expires_at) - Date.parse(message.issued_at);
    expect(livesMs).toBe(expiresAfterS * 1_000);
    expect(Date.parse(message.issued_at)).toBeGreaterThanOrEqual(issuedAt);
    await untilState(answer.commandId, 'sent');
    advanceDate(expiresAfterS - 5);
    await afterSweep(device);
    expect(await stateOf(answer.commandId)).toBe('sent');
    advanceDate(6);
    await untilState(answer.commandId, 'expired');
  });

  it('times out when it ran longer than it may, counted from when it was accepted', async () => {
    const device = await onlineDevice();
    const id = await sent(device, body);
    advanceDate(expiresAfterS - 5);
    await accept(device, id);
    advanceDate(runsAtMostS - 5);
    await afterSweep(device);
    expect(await stateOf(id)).toBe('accepted');
    advanceDate(6);
    await untilState(id, 'timed_out');
  });

  it('is not given more time by progress', async () => {
    const device = await onlineDevice();
    const id = await sent(device, body);
    await accept(device, id);
    advanceDate(runsAtMostS - 5);
    await device.respond({ correlation_id: id, phase: 'running', success: null, result: { progress: 90 } });
    await untilResult(device.serial, id, ({ progress }) => progress?.['progress'] === 90);
    expect(await stateOf(id)).toBe('accepted');
    advanceDate(6);
    await untilState(id, 'timed_out');
    expect(commandTable[command].runsAtMostMs).toBe(runsAtMostS * 1_000);
  });
});

describe('a caller whose time is up', () => {
  it('gets the answer that is in the row, where nobody has told its api of it', async () => {
    const device = await onlineDevice();
    // Only the timer of the caller that waits: it is set before the command goes out.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const answer = send(device.serial, VOLUME);
    const { correlation_id } = await device.nextCommand();
    await untilState(correlation_id, 'sent');
    // As another instance stores it whose notice was lost.
    await stack.pool.query(
      `update command_deliveries set state = 'succeeded', success = true, result = $2, settled_at = now() where command_id = $1`,
      [correlation_id, JSON.stringify(RESULT)],
    );
    vi.advanceTimersByTime(COMMAND_TIMEOUT_MS);
    expect(await answer).toMatchObject({ status: 200, body: { success: true, result: RESULT } });
  });
});

import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { commandTable } from '@belfry/schemas/mqtt/commands';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MqttDevice } from '../../support/devices/mqtt-device.ts';
import { createAdmin, type TestUser } from '../../support/factories.ts';
import { advanceDate, endFakeTimers } from '../../support/fake-date.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { until } from '../../support/until.ts';
import { RESULT, VOLUME, onlineDevice, untilResult, sendCommand } from '../../support/commands.ts';

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});
afterEach(endFakeTimers);

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

/** Waits for a complete sweep with the current clock: a delivery that has already expired is settled by it. */
async function afterSweep(device: MqttDevice): Promise<void> {
  const sent = await sendCommand(stack, admin, device, VOLUME);
  await stack.pool.query(`update command_deliveries set expires_at = to_timestamp(0) where command_id = $1`, [
    sent.commandId,
  ]);
  await untilState(sent.commandId, 'expired');
}

async function sendTo(device: MqttDevice, command: object): Promise<string> {
  const sent = await sendCommand(stack, admin, device, command);
  await device.nextCommand();
  return sent.commandId;
}
const accept = async (device: MqttDevice, id: string): Promise<void> => {
  await device.respond({ correlation_id: id, phase: 'accepted', success: null });
  await untilState(id, 'accepted');
};

describe.each([
  ['set_volume', VOLUME, 15, 30],
  ['reboot', { command: 'reboot' }, 30, 300],
] as const)('%s', (command, body, expiresAfterS, runsAtMostS) => {
  it('expires if it is not accepted in time, and its message carries the time', async () => {
    const device = await onlineDevice(stack);
    advanceDate(0);
    const issuedAt = Date.now();
    const sent = await sendCommand(stack, admin, device, body);
    const message = await device.nextCommand();
    const livesMs = Date.parse(message.expires_at) - Date.parse(message.issued_at);
    expect(livesMs).toBe(expiresAfterS * 1_000);
    expect(Date.parse(message.issued_at)).toBeGreaterThanOrEqual(issuedAt);
    await untilState(sent.commandId, 'sent');
    advanceDate(expiresAfterS - 5);
    await afterSweep(device);
    expect(await stateOf(sent.commandId)).toBe('sent');
    advanceDate(6);
    await untilState(sent.commandId, 'expired');
  });

  it('times out if it runs too long after it was accepted', async () => {
    const device = await onlineDevice(stack);
    advanceDate(0);
    const id = await sendTo(device, body);
    advanceDate(expiresAfterS - 5);
    await accept(device, id);
    advanceDate(runsAtMostS - 5);
    await afterSweep(device);
    expect(await stateOf(id)).toBe('accepted');
    advanceDate(6);
    await untilState(id, 'timed_out');
  });

  it('does not get more time by progress', async () => {
    const device = await onlineDevice(stack);
    advanceDate(0);
    const id = await sendTo(device, body);
    await accept(device, id);
    advanceDate(runsAtMostS - 5);
    await device.respond({ correlation_id: id, phase: 'running', success: null, result: { progress: 90 } });
    await untilResult(
      stack,
      admin,
      { serial: device.serial, commandId: id },
      ({ progress }) => progress?.['progress'] === 90,
    );
    expect(await stateOf(id)).toBe('accepted');
    advanceDate(6);
    await untilState(id, 'timed_out');
    expect(commandTable[command].runsAtMostMs).toBe(runsAtMostS * 1_000);
  });
});

describe('a caller after the timeout', () => {
  it('gets the stored result if its instance missed the notification', async () => {
    const device = await onlineDevice(stack);
    // Fakes the timer of the waiting caller, which starts before the command is published.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const answer = stack.call(commandsHttp.sendAndWait, admin, { serial: device.serial, ...VOLUME });
    const { correlation_id } = await device.nextCommand();
    await untilState(correlation_id, 'sent');
    // As another instance would store it, whose notification was lost.
    await stack.pool.query(
      `update command_deliveries set state = 'succeeded', success = true, result = $2, settled_at = now() where command_id = $1`,
      [correlation_id, JSON.stringify(RESULT)],
    );
    vi.advanceTimersByTime(COMMAND_TIMEOUT_MS);
    expect(await answer).toMatchObject({ status: 200, body: { success: true, result: RESULT } });
  });
});

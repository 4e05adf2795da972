import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  commandHarness,
  countSettled,
  countWaitedCalls,
  doneResponse,
  SET_VOLUME,
} from '../../support/services/command-harness.ts';
import { createDevice } from '../../support/factories.ts';
import { RESULT } from '../../support/commands.ts';

const harness = commandHarness();

describe('a waiting caller', () => {
  it('gets the response of the device after its commit, and is measured', async () => {
    const { service, commands } = harness;
    const { serial } = await service.onlineDevice();
    const calls = await countWaitedCalls();
    const succeeded = await countSettled('succeeded');
    const answered = commands.sendAndWait({ ...SET_VOLUME, user: service.admin, serial });
    const id = await harness.untilPublished();
    expect(await countWaitedCalls()).toBe(calls);
    await harness.respond(serial, doneResponse(id));
    expect(await answered).toEqual({
      commandId: id,
      outcome: { state: 'succeeded', result: RESULT, error: null, error_type: null, execution_time_ms: 12 },
    });
    expect(await service.delivery(id, serial)).toMatchObject({ state: 'succeeded', success: true });
    expect(await countWaitedCalls()).toBe(calls + 1);
    expect(await countSettled('succeeded')).toBe(succeeded + 1);
    expect(await harness.notificationsOf(id)).toEqual([]);
  });

  it('gets an error at once when the broker does not accept the command', async () => {
    const { service, commands } = harness;
    const { serial } = await service.onlineDevice();
    service.broker.failing = true;
    expect(await commands.sendAndWait({ ...SET_VOLUME, user: service.admin, serial })).toEqual({
      commandId: expect.any(String),
      outcome: {
        state: 'failed',
        result: null,
        error: 'WebSocket server unavailable - cannot send commands',
        error_type: 'websocket_unavailable',
        execution_time_ms: null,
      },
    });
  });

  it.each([
    ['gets a time-out if the row is open', null],
    ['gets the stored outcome if its notification was lost', { state: 'failed', error: 'full', error_type: 'disk' }],
  ])('%s after the timeout', async (_what, stored) => {
    const { service, commands } = harness;
    const { serial } = await service.onlineDevice();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const answered = commands.sendAndWait({ ...SET_VOLUME, user: service.admin, serial });
    const id = await harness.untilPublished();
    await service.untilState(id, serial, 'sent');
    if (stored)
      await service.pool.query(
        'update command_deliveries set state = $2, error = $3, error_type = $4, settled_at = now() where command_id = $1',
        [id, stored.state, stored.error, stored.error_type],
      );
    vi.advanceTimersByTime(COMMAND_TIMEOUT_MS);
    const outcome = { state: 'failed', result: null, error: 'full', error_type: 'disk', execution_time_ms: null };
    expect(await answered).toEqual(stored ? { commandId: id, outcome } : { refused: 'command_timeout', commandId: id });
  });

  it('leaves no timer when the command is refused', async () => {
    const { service, commands } = harness;
    const { serial } = await createDevice(service);
    const [began, ended] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await commands.sendAndWait({ ...SET_VOLUME, user: service.admin, serial })).toHaveProperty('refused');
    // Others of this process have timers as well.
    const waits = began.mock.results.filter((_result, index) => began.mock.calls[index]?.[1] === COMMAND_TIMEOUT_MS);
    const cleared = new Set(ended.mock.calls.map(([timer]) => timer));
    expect(waits.map(({ value }) => cleared.has(value))).toEqual([true]);
  });
});

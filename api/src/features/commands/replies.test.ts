import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { broadcastReply, outcomeReply, refusalReply, toResult } from './replies.ts';
import type { Outcome } from './callers.ts';
import type { Delivery } from './results.sql.ts';

const ID = randomUUID();
const outcome = (overrides: Partial<Outcome>): Outcome => ({
  state: 'failed',
  result: null,
  error: null,
  error_type: null,
  execution_time_ms: null,
  ...overrides,
});

describe('the reply to a refused command', () => {
  it.each([
    ['device_not_found', 404, 'device_not_found', 'Device not found in system'],
    ['device_offline', 409, 'device_offline', 'Device is currently offline and cannot receive reboot command'],
    ['command_timeout', 504, 'command_timeout', 'Reboot command timed out - device may be restarting'],
    ['websocket_unavailable', 503, 'broker_unavailable', 'WebSocket server unavailable - cannot send commands'],
  ] as const)('for %s has status %i and code %s', (refused, status, code, text) => {
    const reply = refusalReply({ refused, commandId: ID }, 'reboot');
    expect(reply.status).toBe(status);
    expect(reply.body).toEqual({
      value: { success: false, commandId: ID, message: text, result: null, error: text, errorType: refused, code },
    });
  });

  it('is the same for an outcome with the error type of a refusal', () => {
    const reply = outcomeReply(ID, 'reboot', outcome({ state: 'timed_out', error_type: 'command_timeout' }));
    expect(reply).toEqual(refusalReply({ refused: 'command_timeout', commandId: ID }, 'reboot'));
  });
});

describe('the reply with the response of a device', () => {
  it('has the result with the execution time', () => {
    const reply = outcomeReply(
      ID,
      'wifi_scan',
      outcome({ state: 'succeeded', result: { a: 1 }, execution_time_ms: 12 }),
    );
    expect(reply.status).toBeUndefined();
    expect(reply.body).toEqual({
      value: {
        success: true,
        commandId: ID,
        message: 'The device has carried out wifi_scan',
        result: { a: 1, executionTime: 12 },
        error: null,
        errorType: null,
      },
    });
  });

  it('has the execution time alone when there is no result', () => {
    const { body } = outcomeReply(ID, 'reboot', outcome({ state: 'succeeded' }));
    expect(body).toMatchObject({ value: { success: true, result: { executionTime: 0 } } });
  });

  it('is a success even with an error type of the server', () => {
    const { body } = outcomeReply(ID, 'reboot', outcome({ state: 'succeeded', error_type: 'device_offline' }));
    expect(body).toMatchObject({ value: { success: true, errorType: null } });
  });

  it('has the status 200 and the error text of the device for a failure', () => {
    const failed = outcome({ error: 'no sound card', error_type: 'no_device', execution_time_ms: 3 });
    const reply = outcomeReply(ID, 'reboot', failed);
    expect(reply.status).toBeUndefined();
    expect(reply.body).toEqual({
      value: {
        success: false,
        commandId: ID,
        message: 'no sound card',
        result: null,
        error: 'no sound card',
        errorType: 'no_device',
      },
    });
  });

  it('has a default text for a failure without one, and keeps the result', () => {
    const { body } = outcomeReply(ID, 'reboot', outcome({ result: { tried: 2 } }));
    const text = 'The device failed to carry out reboot';
    expect(body).toMatchObject({
      value: { success: false, message: text, error: text, errorType: null, result: { tried: 2, executionTime: 0 } },
    });
  });
});

describe('the reply to a broadcast', () => {
  it.each([
    ['reboot', 'Devices will restart within a few seconds'],
    ['install', 'Installation process will start on all devices'],
    ['reinstall', 'Reinstallation process will start on all devices'],
  ] as const)('of %s has its own message', (command, message) => {
    const reply = broadcastReply(command, { commandId: ID, devices: 3 });
    expect(reply.status).toBeUndefined();
    expect(reply.body).toEqual({
      value: { success: true, message, error: null, errorType: null, commandId: ID, devices: 3 },
    });
  });

  it('that was not published has the status of its error code', () => {
    const reply = broadcastReply('reboot', { refused: 'websocket_unavailable', commandId: ID, devices: 3 });
    const text = 'WebSocket server unavailable - cannot send commands';
    expect(reply.status).toBe(503);
    expect(reply.body).toEqual({
      value: {
        success: false,
        message: text,
        error: text,
        errorType: 'websocket_unavailable',
        commandId: ID,
        devices: 3,
        code: 'broker_unavailable',
      },
    });
  });
});

describe('the result of a delivery', () => {
  const row: Delivery = {
    command_id: ID,
    command: 'wifi_scan',
    device_id: 1,
    state: 'accepted',
    phase: 'running',
    progress: { percent: 40 },
    success: null,
    result: null,
    error: null,
    error_type: null,
    execution_time_ms: null,
    issued_at: new Date(1_000),
    sent_at: new Date(1_001),
    accepted_at: new Date(1_002),
    settled_at: null,
    expires_at: new Date(2_000),
    deadline_at: new Date(3_000),
  };

  it('that is open has neither success nor result', () => {
    expect(toResult(row)).toEqual({
      commandId: ID,
      command: 'wifi_scan',
      state: 'accepted',
      phase: 'running',
      progress: { percent: 40 },
      success: null,
      result: null,
      error: null,
      errorType: null,
      issued_at: row.issued_at,
      expires_at: row.expires_at,
      settled_at: null,
    });
  });

  it('that succeeded has its result with the execution time', () => {
    const done = toResult({
      ...row,
      state: 'succeeded',
      result: { a: 1 },
      execution_time_ms: 7,
      settled_at: new Date(9),
    });
    expect(done).toMatchObject({ success: true, result: { a: 1, executionTime: 7 }, settled_at: new Date(9) });
    expect(toResult({ ...row, state: 'succeeded' })).toMatchObject({ success: true, result: { executionTime: 0 } });
  });

  it('that failed has a result only if the device sent one', () => {
    const failed: Delivery = { ...row, state: 'failed', error: 'full', error_type: 'disk' };
    expect(toResult(failed)).toMatchObject({ success: false, result: null, error: 'full', errorType: 'disk' });
    expect(toResult({ ...failed, result: { free: 0 } })).toMatchObject({ result: { free: 0, executionTime: 0 } });
  });
});

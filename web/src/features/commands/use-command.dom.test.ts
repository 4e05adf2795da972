import { beforeAll, describe, expect, it, afterEach, vi } from 'vitest';
import {
  COMMAND_ERROR_TYPES,
  commandErrorText,
  INVALID_RESPONSE,
  type CommandAnswer,
} from '@belfry/schemas/http/commands/commands';
import { BROADCAST_COMMANDS } from '@belfry/schemas/mqtt/commands';
import type { ApiError } from '../../lib/api/api-error.ts';
import { startI18n } from '../../lib/i18n.ts';
import { stubServer } from '../../testing/fake-server.ts';
import { createTestStore } from '../../testing/render-page.tsx';
import { outcomeOfAnswer, outcomeOfFailure, runCommand } from './use-command.ts';
import { textsOf } from '../../lib/translation.ts';

describe('the outcome of a command', () => {
  beforeAll(startI18n);
  const t = () => textsOf('commands');
  const answer = (override: Partial<CommandAnswer>): CommandAnswer => ({
    success: false,
    commandId: null,
    message: '',
    result: null,
    error: null,
    errorType: null,
    ...override,
  });
  const cases = COMMAND_ERROR_TYPES.flatMap((errorType) => BROADCAST_COMMANDS.map((action) => ({ errorType, action })));

  describe('the outcome of an answer', () => {
    it.each(cases)('with $errorType to $action has the text of the contract', ({ errorType, action }) => {
      expect(outcomeOfAnswer(answer({ errorType }), action, t(), 'en').text).toBe(commandErrorText(errorType, action));
    });

    it('of an offline device is neutral', () => {
      expect(outcomeOfAnswer(answer({ errorType: 'device_offline' }), 'reboot', t(), 'en').tone).toBe('neutral');
    });

    it('of a success has the execution time', () => {
      const done = answer({ success: true, result: { executionTime: 3_420 } });
      expect(outcomeOfAnswer(done, 'reboot', t(), 'en')).toEqual({ tone: 'success', text: 'Reboot done in 3.4 s' });
    });

    it('with an invalid response has the text of the contract', () => {
      const { error, error_type: errorType } = INVALID_RESPONSE;
      expect(outcomeOfAnswer(answer({ errorType, error }), 'reboot', t(), 'en')).toEqual({
        tone: 'error',
        text: error,
      });
    });

    it('of another failure has the text of the device, otherwise that of the server, otherwise a default', () => {
      const failed = answer({ errorType: 'install_failed', error: 'checksum mismatch', message: 'failed' });
      expect(outcomeOfAnswer(failed, 'install', t(), 'en').text).toBe('checksum mismatch');
      expect(outcomeOfAnswer(answer({ message: 'not now' }), 'install', t(), 'en').text).toBe('not now');
      expect(outcomeOfAnswer(answer({}), 'install', t(), 'en').text).toBe('Failed to install device');
    });
  });

  describe('the outcome of a failed call', () => {
    const failure = (override: Partial<ApiError>): ApiError => ({
      status: 0,
      message: '',
      code: 'network',
      details: [],
      ...override,
    });

    it('has the prefix of a network error once', () => {
      const text = (message: string) => outcomeOfFailure(failure({ message }), 'reboot', t()).text;
      expect(text('Network error: Unable to connect')).toBe('Network error: Unable to connect');
      expect(text('The server did not answer in time')).toBe('Network error: The server did not answer in time');
    });

    it('with a status has the text of the server, otherwise a default', () => {
      expect(outcomeOfFailure(failure({ status: 500, message: 'boom' }), 'reboot', t()).text).toBe('boom');
      expect(outcomeOfFailure(failure({ status: 500 }), 'reboot', t()).text).toBe('Failed to reboot device');
    });
  });
});

describe('a command whose sender awaits its end', () => {
  const SERIAL = '1234-5678-9012-3456';
  const WAITING = `/rpi/devices/send/commands/${SERIAL}`;
  const answer = (override: object) => ({
    commandId: '00000000-0000-4000-8000-000000000001',
    success: true,
    message: '',
    result: null,
    error: null,
    errorType: null,
    ...override,
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  async function run(body: object, status = 200) {
    const server = stubServer(() => Response.json(body, { status }));
    const { dispatch } = createTestStore();
    const end = await runCommand(dispatch, { serial: SERIAL, command: 'clear_cache', params: {} });
    return { end, calls: server.calls.map(({ method, path }) => `${method} ${path}`), bodies: server.calls };
  }

  it('waits for the response with one call and returns it as the command table types it', async () => {
    const { end, calls, bodies } = await run(
      answer({ result: { freed_bytes: 5, removed_files: 1, executionTime: 900 } }),
    );
    expect(end).toEqual({ kind: 'succeeded', result: { freed_bytes: 5, removed_files: 1 } });
    expect(calls).toEqual([`POST ${WAITING}`]);
    expect(bodies[0]?.body).toEqual({ command: 'clear_cache', params: {} });
  });

  it('ends without a result where the server has waited in vain', async () => {
    const timedOut = answer({
      success: false,
      error: 'in vain',
      errorType: 'command_timeout',
      code: 'command_timeout',
    });
    expect((await run(timedOut, 504)).end).toEqual({ kind: 'unanswered' });
  });

  it('returns the failure that the device reports', async () => {
    const failed = answer({ success: false, error: 'disk is read-only', errorType: 'io_error' });
    expect((await run(failed)).end).toEqual({ kind: 'failed', error: 'disk is read-only', errorType: 'io_error' });
  });

  it('reports a result that the command table does not allow as invalid', async () => {
    const { end } = await run(answer({ result: { freed_bytes: 'many', executionTime: 1 } }));
    expect(end).toEqual({ kind: 'failed', error: null, errorType: 'invalid_response' });
  });

  it('returns a refusal of the server', async () => {
    const refusal = answer({ success: false, commandId: null, error: 'offline', errorType: 'device_offline' });
    expect((await run(refusal, 409)).end).toEqual({ kind: 'failed', error: 'offline', errorType: 'device_offline' });
  });

  it('returns the error of a call that failed', async () => {
    const { end } = await run({ error: 'Device not found', code: 'device_not_found' }, 404);
    expect(end).toMatchObject({ kind: 'unsent', error: { status: 404, message: 'Device not found' } });
  });
});

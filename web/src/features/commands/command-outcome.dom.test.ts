import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  COMMAND_ERROR_TYPES,
  commandErrorText,
  INVALID_RESPONSE,
  type CommandAnswer,
} from '@belfry/schemas/http/commands/commands';
import { BROADCAST_COMMANDS } from '@belfry/schemas/mqtt/commands';
import type { ApiError } from '../../lib/api/api-error.ts';
import { startI18n } from '../../lib/i18n.ts';
import { outcomeOfAnswer, outcomeOfFailure } from './command-outcome.ts';

beforeAll(startI18n);
const t = () => i18next.getFixedT('en', 'commands');
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
    expect(outcomeOfAnswer(answer({ errorType, error }), 'reboot', t(), 'en')).toEqual({ tone: 'error', text: error });
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

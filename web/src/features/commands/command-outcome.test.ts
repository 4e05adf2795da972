import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  COMMAND_ERROR_TYPES,
  commandErrorText,
  INVALID_RESPONSE,
  type CommandAnswer,
} from '@belfry/schemas/http/commands';
import { BROADCAST_COMMANDS } from '@belfry/schemas/mqtt/commands';
import type { ApiError } from '../../api/api-error.ts';
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

describe('an answer', () => {
  it.each(cases)('of $errorType to $action reads as the contract says', ({ errorType, action }) => {
    expect(outcomeOfAnswer(answer({ errorType }), action, t(), 'en').text).toBe(commandErrorText(errorType, action));
  });

  it('of an offline device is nobody’s mistake', () => {
    expect(outcomeOfAnswer(answer({ errorType: 'device_offline' }), 'reboot', t(), 'en').tone).toBe('neutral');
  });

  it('of success says how long it took', () => {
    const done = answer({ success: true, result: { executionTime: 3_420 } });
    expect(outcomeOfAnswer(done, 'reboot', t(), 'en')).toEqual({ tone: 'success', text: 'Reboot done in 3.4 s' });
  });

  it('that the server could not use reads as the contract says', () => {
    const { error, error_type: errorType } = INVALID_RESPONSE;
    expect(outcomeOfAnswer(answer({ errorType, error }), 'reboot', t(), 'en')).toEqual({ tone: 'error', text: error });
  });

  it('of another failure keeps the device’s words, then the server’s, then ours', () => {
    const said = answer({ errorType: 'install_failed', error: 'checksum mismatch', message: 'failed' });
    expect(outcomeOfAnswer(said, 'install', t(), 'en').text).toBe('checksum mismatch');
    expect(outcomeOfAnswer(answer({ message: 'not now' }), 'install', t(), 'en').text).toBe('not now');
    expect(outcomeOfAnswer(answer({}), 'install', t(), 'en').text).toBe('Failed to install device');
  });
});

describe('no answer', () => {
  const failure = (override: Partial<ApiError>): ApiError => ({
    status: 0,
    message: '',
    code: 'network',
    details: [],
    ...override,
  });

  it('is a network error, named once', () => {
    const text = (message: string) => outcomeOfFailure(failure({ message }), 'reboot', t()).text;
    expect(text('Network error: Unable to connect')).toBe('Network error: Unable to connect');
    expect(text('The server did not answer in time')).toBe('Network error: The server did not answer in time');
  });

  it('with a status says what the server said, or what failed', () => {
    expect(outcomeOfFailure(failure({ status: 500, message: 'boom' }), 'reboot', t()).text).toBe('boom');
    expect(outcomeOfFailure(failure({ status: 500 }), 'reboot', t()).text).toBe('Failed to reboot device');
  });
});

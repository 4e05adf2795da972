import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors.ts';
import { checkCommand } from './command.ts';

const USER = { role: 'user' } as const;

const refusal = (command: string, params: Record<string, unknown>): AppError => {
  try {
    checkCommand({ command, params }, USER);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('it was accepted');
};

describe('checkCommand', () => {
  it('parses a command with its parameters', () => {
    const params = { channel: 1, volume: 30 };
    expect(checkCommand({ command: 'set_volume', params }, USER)).toEqual({ command: 'set_volume', params });
  });

  it('rejects an unknown command by name', () => {
    expect(refusal('explode', {})).toMatchObject({
      code: 'unknown_command',
      message: 'There is no command explode',
    });
  });

  it('rejects invalid parameters with the path and the reason of each', () => {
    const { code, details, message } = refusal('set_volume', { channel: 7, volume: 300 });
    expect(code).toBe('invalid_input');
    expect(details?.map(({ path }) => path)).toEqual(['params.channel', 'params.volume']);
    const reasons = details?.map(({ message }) => message) ?? [];
    expect(reasons.every((reason) => reason.length > 0)).toBe(true);
    expect(message).toBe(`set_volume: ${reasons.join('; ')}`);
  });

  it('lets only administrators allow a version below the one that is running', () => {
    for (const command of ['install', 'reinstall']) {
      expect(refusal(command, { allow_downgrade: true })).toMatchObject({ code: 'forbidden' });
      const params = { allow_downgrade: true };
      expect(checkCommand({ command, params }, { role: 'admin' })).toEqual({ command, params });
      expect(checkCommand({ command, params: { allow_downgrade: false } }, USER).command).toBe(command);
    }
  });

  it('rejects a parameter that the command does not have', () => {
    expect(refusal('reboot', { hard: true })).toMatchObject({ code: 'invalid_input', details: [{ path: 'params' }] });
  });
});

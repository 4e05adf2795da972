import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { CommandAnswer, CommandErrorType } from '@belfry/schemas/http/commands/commands';
import type { Serial } from '@belfry/schemas/domain/serial';
import { commandTable, type Command, type CommandParams, type CommandResult } from '@belfry/schemas/mqtt/commands';
import { commandsApi } from './commands-api.ts';
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';

export type CommandDispatch = ThunkDispatch<never, unknown, UnknownAction>;

/** How a command ended for its sender. */
export type CommandEnd<C extends Command = Command> =
  | { kind: 'succeeded'; result: CommandResult<C> }
  /** The device, or the server on its behalf, reported a failure. */
  | { kind: 'failed'; error: string | null; errorType: string | null }
  /** The call itself failed. */
  | { kind: 'unsent'; error: unknown }
  /** No result while the server waited; the command may still be running. */
  | { kind: 'unanswered' };

const TIMED_OUT: CommandErrorType = 'command_timeout';

/**
 * Sends a command and waits for the response of the device; see CMD-15.
 * @param background the page reads what it shows: no command of the person; see CMD-27
 */
export async function runCommand<C extends Command>(
  dispatch: CommandDispatch,
  { serial, command, params }: { serial: Serial; command: C; params: CommandParams<C> },
  { background = false }: { background?: boolean } = {},
): Promise<CommandEnd<C>> {
  const { sendCommand } = commandsApi.endpoints;
  const { data, error } = await dispatch(
    sendCommand.initiate({ serial, command, params, ...(background && { background }) }),
  );
  if (!data) return { kind: 'unsent', error };
  return ended(command, data);
}

function ended<C extends Command>(command: C, answer: CommandAnswer): CommandEnd<C> {
  if (answer.errorType === TIMED_OUT) return { kind: 'unanswered' };
  if (!answer.success) return { kind: 'failed', error: answer.error, errorType: answer.errorType };
  const { executionTime: _executionTime, ...result } = answer.result ?? { executionTime: 0 };
  const parsed = commandTable[command].result.safeParse(result);
  if (!parsed.success) return { kind: 'failed', error: null, errorType: 'invalid_response' };
  return { kind: 'succeeded', result: parsed.data as CommandResult<C> };
}

type RunCommand = <C extends Command>(
  command: C,
  params: CommandParams<C>,
  options?: Parameters<typeof runCommand>[2],
) => Promise<CommandEnd<C>>;

/** Sends commands to one device and resolves with how they ended. Stable. */
export function useRunCommand(serial: Serial): RunCommand {
  const dispatch = useDispatch<CommandDispatch>();
  return useCallback(
    (command, params, options) => runCommand(dispatch, { serial, command, params }, options),
    [dispatch, serial],
  );
}

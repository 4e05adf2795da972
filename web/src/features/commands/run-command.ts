import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { isSettled, type CommandAnswer, type CommandResultAnswer } from '@belfry/schemas/http/commands/commands';
import type { Serial } from '@belfry/schemas/domain/serial';
import { commandTable, type Command, type CommandParams, type CommandResult } from '@belfry/schemas/mqtt/commands';
import { deviceCommandApi } from './device-command-api.ts';

/** See CMD-15. */
const RESULT_POLL_INTERVAL_MS = 1_000;
const RESULT_POLL_ATTEMPTS = 10;

export type CommandDispatch = ThunkDispatch<never, unknown, UnknownAction>;

/** How a command ended for its sender. */
export type CommandEnd<C extends Command = Command> =
  | { kind: 'succeeded'; result: CommandResult<C> }
  /** The device, or the server on its behalf, reported a failure. */
  | { kind: 'failed'; error: string | null; errorType: string | null }
  /** The call itself failed. */
  | { kind: 'unsent'; error: unknown }
  /** No result within the polling attempts; the command may still be running. */
  | { kind: 'unanswered' };

type Options = {
  /** Called when the server has published the command. */
  onSent?: (commandId: string) => void;
  /** The page reads what it shows: no command of the person; see CMD-27. */
  background?: boolean;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Sends a command and polls its result once a second, up to ten times; see CMD-15. */
export async function runCommand<C extends Command>(
  dispatch: CommandDispatch,
  { serial, command, params }: { serial: Serial; command: C; params: CommandParams<C> },
  { onSent, background }: Options = {},
): Promise<CommandEnd<C>> {
  const { startCommand, getCommandResult } = deviceCommandApi.endpoints;
  const started = await dispatch(startCommand.initiate({ serial, command, params, ...(background && { background }) }));
  if (!started.data) return { kind: 'unsent', error: started.error };
  const { commandId } = started.data;
  if (!started.data.success || commandId === null) return refused(started.data);
  onSent?.(commandId);
  for (let attempt = 0; attempt < RESULT_POLL_ATTEMPTS; attempt++) {
    await pause(RESULT_POLL_INTERVAL_MS);
    const query = getCommandResult.initiate({ serial, commandId }, { forceRefetch: true, subscribe: false });
    // A poll that fails is repeated by the next one.
    const { data } = await dispatch(query);
    if (data && isSettled(data.state)) return ended(command, data);
  }
  return { kind: 'unanswered' };
}

const refused = ({ error = null, errorType = null }: Partial<CommandAnswer>) =>
  ({ kind: 'failed', error, errorType }) as const;

function ended<C extends Command>(command: C, entry: CommandResultAnswer): CommandEnd<C> {
  if (entry.state !== 'succeeded') return { kind: 'failed', error: entry.error, errorType: entry.errorType };
  const { executionTime: _executionTime, ...result } = entry.result ?? { executionTime: 0 };
  const parsed = commandTable[command].result.safeParse(result);
  if (!parsed.success) return { kind: 'failed', error: null, errorType: 'invalid_response' };
  return { kind: 'succeeded', result: parsed.data as CommandResult<C> };
}

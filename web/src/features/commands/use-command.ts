import { useCallback, useState } from 'react';
import { type TFunction, useTranslation } from '../../lib/translation.ts';
import type { Serial } from '@belfry/schemas/domain/serial';
import {
  type BroadcastCommand,
  commandTable,
  type Command,
  type CommandParams,
  type CommandResult,
} from '@belfry/schemas/mqtt/commands';
import {
  commandErrorTypeSchema,
  INVALID_RESPONSE,
  type CommandAnswer,
  type CommandErrorType,
} from '@belfry/schemas/http/commands/commands';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { useLocale } from '../../lib/i18n.ts';
import { readUserKey } from '../../lib/session/session-store.ts';
import { useExpiringState } from '../../lib/timers.ts';
import { isApiError } from '../../lib/api/api-error.ts';
import { formatTenth } from '../../lib/format.ts';
import { useSendCommandMutation, commandsApi } from './commands-api.ts';

const RESULT_MS = 7_000;

/** Sends a command to one device and shows its outcome for 7 s; see CMD-10. */
export function useCommand(serial: Serial) {
  const { t } = useTranslation('commands');
  const locale = useLocale();
  const [send] = useSendCommandMutation();
  const [running, setRunning] = useState<BroadcastCommand | null>(null);
  const [outcome, show, clear] = useExpiringState<Outcome>();

  const run = async (command: BroadcastCommand): Promise<void> => {
    if (!serial || readUserKey() === null) return show({ tone: 'error', text: t('device.noSerial') }, RESULT_MS);
    clear();
    setRunning(command);
    const result = await send({ serial, command });
    setRunning(null);
    show(
      result.data ? outcomeOfAnswer(result.data, command, t, locale) : outcomeOfFailure(result.error, command, t),
      RESULT_MS,
    );
  };
  return { run, running, outcome, clear };
}

/** The text and tone of a banner about a settled command. An offline device is not an error of the user: neutral. */
export type Outcome = { tone: 'success' | 'error' | 'neutral' | 'warning'; text: string };
type T = TFunction<'commands'>;
const TONES: Record<CommandErrorType, Outcome['tone']> = {
  device_offline: 'neutral',
  device_not_found: 'error',
  command_timeout: 'warning',
  websocket_unavailable: 'error',
};

function refusal(errorType: CommandErrorType, action: BroadcastCommand, t: T): string {
  return errorType === 'command_timeout' ? t(`errors.command_timeout.${action}`) : t(`errors.${errorType}`, { action });
}

/** The outcome by error type, otherwise with the error text of the device or the server; see CMD-12. */
export function outcomeOfAnswer(answer: CommandAnswer, action: BroadcastCommand, t: T, locale: string): Outcome {
  if (answer.success) {
    const seconds = (answer.result?.executionTime ?? 0) / 1_000;
    return {
      tone: 'success',
      text: t('device.succeeded', { command: t(`name.${action}`), time: `${formatTenth(seconds, locale)} s` }),
    };
  }
  const errorType = commandErrorTypeSchema.safeParse(answer.errorType);
  if (errorType.success) return { tone: TONES[errorType.data], text: refusal(errorType.data, action, t) };
  if (answer.errorType === INVALID_RESPONSE.error_type) return { tone: 'error', text: t('errors.invalid_response') };
  return { tone: 'error', text: answer.error || answer.message || t('errors.other', { action }) };
}

export function outcomeOfFailure(error: unknown, action: BroadcastCommand, t: T): Outcome {
  if (!isApiError(error)) return { tone: 'error', text: t('errors.other', { action }) };
  if (error.status === 0) {
    // The message of the transport may already have this prefix.
    const message = error.message.replace(/^Network error:\s*/, '');
    return { tone: 'error', text: t('errors.network', { message }) };
  }
  return { tone: 'error', text: error.message || t('errors.other', { action }) };
}

export type CommandDispatch = ThunkDispatch<never, unknown, UnknownAction>;

export type CommandEnd<C extends Command = Command> =
  | { kind: 'succeeded'; result: CommandResult<C> }
  | { kind: 'failed'; error: string | null; errorType: string | null }
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

/** Sends commands to one device and resolves with how they ended. Stable, because effects of other features depend on it. */
export function useRunCommand(serial: Serial): RunCommand {
  const dispatch = useDispatch<CommandDispatch>();
  return useCallback(
    (command, params, options) => runCommand(dispatch, { serial, command, params }, options),
    [dispatch, serial],
  );
}

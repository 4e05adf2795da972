import { isSettled, type CommandResultAnswer } from '@belfry/schemas/http/commands/commands';
import type { CommandMessage, ResponseMessage } from '@belfry/schemas/mqtt/messages';

export type CommandLog = CommandResultAnswer[];
export const LOG_LENGTH = 20;
const RANK = { accepted: 1, running: 2, done: 3 } as const;

/** Adds a published command, of whichever user, or marks the one that waited for the device as sent. A page's own is left out. Idempotent. */
export function logCommand(log: CommandLog, message: CommandMessage): void {
  if (message.background) return;
  const entry = log.find((entry) => entry.commandId === message.correlation_id);
  if (entry) {
    if (entry.state === 'queued') entry.state = 'sent';
    return;
  }
  log.unshift({
    commandId: message.correlation_id,
    command: message.command,
    state: 'sent',
    phase: null,
    progress: null,
    success: null,
    result: null,
    error: null,
    errorType: null,
    issued_at: message.issued_at,
    expires_at: message.expires_at,
    settled_at: null,
  });
  log.length = Math.min(log.length, LOG_LENGTH);
}

/**
 * Applies a response of the device. A phase before the current one is ignored, since messages may be redelivered. `done`
 * replaces timed_out and expired, as it does on the server. A command that is not in the log is ignored.
 */
export function logResponse(log: CommandLog, message: ResponseMessage): void {
  const entry = log.find((one) => one.commandId === message.correlation_id);
  if (!entry) return;
  if (entry.phase && RANK[message.phase] < RANK[entry.phase]) return;
  if (message.phase === 'done') settle(entry, message);
  else if (!isSettled(entry.state)) advance(entry, message);
}

function advance(entry: CommandResultAnswer, message: ResponseMessage): void {
  entry.state = 'accepted';
  entry.phase = message.phase;
  if (message.phase === 'running') entry.progress = message.result;
}

function settle(entry: CommandResultAnswer, message: ResponseMessage): void {
  if (entry.phase === 'done') return;
  entry.phase = 'done';
  entry.success = message.success === true;
  entry.state = entry.success ? 'succeeded' : 'failed';
  entry.result = message.result && { ...message.result, executionTime: message.execution_time_ms ?? 0 };
  entry.error = message.error;
  entry.errorType = message.error_type;
  entry.settled_at = message.at;
}

/** The progress that a running command reports; null where a value is missing or has the wrong type. */
export function progressOf(entry: CommandResultAnswer): { percent: number | null; step: string | null } {
  const { progress, step } = entry.progress ?? {};
  return {
    percent: typeof progress === 'number' ? Math.min(100, Math.max(0, progress)) : null,
    step: typeof step === 'string' && step !== '' ? step : null,
  };
}

/** The command that the device is executing: the newest that is neither settled nor waits for the device. */
export const currentCommand = (log: CommandLog): CommandResultAnswer | undefined =>
  log.find((entry) => entry.state !== 'queued' && !isSettled(entry.state));

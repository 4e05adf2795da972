import {
  commandErrorText,
  commandErrorTypeSchema,
  isSettled,
  type BroadcastAnswer,
  type CommandAnswer,
  type CommandErrorType,
  type CommandResultAnswer,
} from '@belfry/schemas/http/commands/commands';
import { ERROR_STATUS, type ErrorCode } from '@belfry/schemas/http/errors';
import type { BroadcastCommand, Command } from '@belfry/schemas/mqtt/commands';
import { Reply, type Wire } from '../../http/routes/route.ts';
import type { Refusal, Waiting } from './commands.service.ts';
import type { Outcome } from './callers.ts';
import type { Delivery } from './results.sql.ts';

const CODES: Record<CommandErrorType, ErrorCode> = {
  device_not_found: 'device_not_found',
  device_offline: 'device_offline',
  command_timeout: 'command_timeout',
  websocket_unavailable: 'broker_unavailable',
};

const BROADCAST_TEXTS: Record<BroadcastCommand, string> = {
  reboot: 'Devices will restart within a few seconds',
  install: 'Installation process will start on all devices',
  reinstall: 'Reinstallation process will start on all devices',
};

const withTime = (result: Record<string, unknown> | null, executionTimeMs: number | null) => ({
  ...result,
  executionTime: executionTimeMs ?? 0,
});

export function refusalReply({ refused, commandId }: Refusal, command: Command): Reply<CommandAnswer> {
  const code = CODES[refused];
  const text = commandErrorText(refused, command);
  const answer = { success: false, commandId, message: text, result: null, error: text, errorType: refused, code };
  return Reply.of(answer, { status: ERROR_STATUS[code] });
}

/** The reply for a command that waits for its device: it is accepted, without an outcome; see CMD-16. */
export function waitingReply({ commandId, waitsUntil }: Waiting, command: Command): Reply<CommandAnswer> {
  const message = `The device is offline. The ${command} command waits for it until ${waitsUntil.toISOString()}`;
  const none = { result: null, error: null, errorType: null };
  return Reply.of({ success: true, commandId, message, ...none, state: 'queued' as const }, { status: 202 });
}

/** The reply for a settled command. A failure that the device reports has the status 200; see CMD-6. */
export function outcomeReply(commandId: string, command: Command, outcome: Outcome): Reply<CommandAnswer> {
  const { state, result, error, error_type: errorType, execution_time_ms: executionTimeMs } = outcome;
  const success = state === 'succeeded';
  // Not parsed after a success, because the error of what does not match costs a thirtieth of a command.
  const refused = success ? null : commandErrorTypeSchema.safeParse(errorType);
  if (refused?.success) return refusalReply({ refused: refused.data, commandId }, command);
  const message = success
    ? `The device has carried out ${command}`
    : (error ?? `The device failed to carry out ${command}`);
  return Reply.of({
    success,
    commandId,
    message,
    result: success || result ? withTime(result, executionTimeMs) : null,
    error: success ? null : message,
    errorType: success ? null : errorType,
  });
}

export function broadcastReply(
  command: BroadcastCommand,
  sent: { commandId: string; devices: number } | (Refusal & { devices: number }),
): Reply<BroadcastAnswer> {
  const { commandId, devices } = sent;
  if (!('refused' in sent)) {
    const message = BROADCAST_TEXTS[command];
    return Reply.of({ success: true, message, error: null, errorType: null, commandId, devices });
  }
  const code = CODES[sent.refused];
  const text = commandErrorText(sent.refused, command);
  const answer = { success: false, message: text, error: text, errorType: sent.refused, commandId, devices, code };
  return Reply.of(answer, { status: ERROR_STATUS[code] });
}

export function toResult(delivery: Delivery): Wire<CommandResultAnswer> {
  const { command_id, command, state, phase, progress, result, error, error_type, execution_time_ms } = delivery;
  return {
    commandId: command_id,
    command,
    state,
    phase,
    progress,
    success: isSettled(state) ? state === 'succeeded' : null,
    result: state === 'succeeded' || result ? withTime(result, execution_time_ms) : null,
    error,
    errorType: error_type,
    issued_at: delivery.issued_at,
    expires_at: delivery.expires_at,
    settled_at: delivery.settled_at,
  };
}

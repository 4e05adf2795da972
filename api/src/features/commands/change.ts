import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { isSettled } from '@belfry/schemas/http/commands';
import { commandTable, type Command } from '@belfry/schemas/mqtt/commands';
import { isLater, TRANSITIONS, type DeliveryEvent } from './delivery-states.ts';

type Json = Record<string, unknown>;

/** Something that happened to a delivery, by the server's clock in milliseconds; null leaves a column as it is. */
export type Change = {
  commandId: string;
  serial: string;
  event: DeliveryEvent;
  at: number;
  phase: ResponseMessage['phase'] | null;
  progress: Json | null;
  result: Json | null;
  error: string | null;
  errorType: string | null;
  executionTimeMs: number | null;
  sentAt: number | null;
  acceptedAt: number | null;
  /** Accepted: by when it must have ended. */
  deadlineAt: number | null;
};

export const settles = ({ event }: Pick<Change, 'event'>): boolean => isSettled(TRANSITIONS[event].to);

const nothing = {
  phase: null,
  progress: null,
  result: null,
  error: null,
  errorType: null,
  executionTimeMs: null,
  sentAt: null,
  acceptedAt: null,
  deadlineAt: null,
};

/** The broker has the command. */
export const published = (commandId: string, serial: string, at: number): Change => ({
  ...nothing,
  commandId,
  serial,
  event: 'published',
  at,
  sentAt: at,
});

/** The broker could not take the command: no device will ever see it. */
export const unpublished = (commandId: string, serial: string, at: number, error: string): Change => ({
  ...nothing,
  commandId,
  serial,
  event: 'unpublished',
  at,
  error,
  errorType: 'websocket_unavailable',
});

/** What a device answered. Its word on success stands: it did what it did, whatever the shape of its result. */
export function answered(command: Command, serial: string, message: ResponseMessage, at: number): Change {
  const change = { ...nothing, commandId: message.correlation_id, serial, at, phase: message.phase };
  if (message.phase !== 'done') {
    const began = { acceptedAt: at, deadlineAt: at + commandTable[command].runsAtMostMs };
    return { ...change, ...began, event: message.phase, progress: message.phase === 'running' ? message.result : null };
  }
  const { result, error, error_type: errorType, execution_time_ms: executionTimeMs } = message;
  const ended = { ...change, result, executionTimeMs };
  return message.success === true ? { ...ended, event: 'succeeded' } : { ...ended, event: 'failed', error, errorType };
}

/** Whether an ending carries what the command table promises of a success. */
export const keepsItsWord = (command: Command, { event, result }: Change): boolean =>
  event !== 'succeeded' || commandTable[command].result.safeParse(result).success;

/** Two changes of one delivery as one: the later event, with what only the other knew. The first ending stays. */
export function merge(first: Change, second: Change): Change {
  const ended = first.event === 'succeeded' || first.event === 'failed';
  const [base, top] = !ended && isLater(second.event, first.event) ? [first, second] : [second, first];
  return {
    ...top,
    phase: top.phase ?? base.phase,
    progress: top.progress ?? base.progress,
    sentAt: top.sentAt ?? base.sentAt,
    acceptedAt: top.acceptedAt ?? base.acceptedAt,
    deadlineAt: top.deadlineAt ?? base.deadlineAt,
  };
}

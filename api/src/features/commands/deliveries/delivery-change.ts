import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { isSettled } from '@belfry/schemas/http/commands/commands';
import { commandTable, type Command } from '@belfry/schemas/mqtt/commands';
import { isLater, TRANSITIONS, type DeliveryEvent } from './delivery-states.ts';

type Json = Record<string, unknown>;

/** An event of a delivery with the values that it stores. Times are milliseconds of the server's clock. */
export type DeliveryChange = {
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
  /** Set when the device accepts: the time by which the command must have ended. */
  deadlineAt: number | null;
};

/** Distinguishes deliveries: a command may have one for each device. */
export const deliveryKey = ({ commandId, serial }: Pick<DeliveryChange, 'commandId' | 'serial'>): string =>
  `${commandId}/${serial}`;

export const settles = ({ event }: Pick<DeliveryChange, 'event'>): boolean => isSettled(TRANSITIONS[event].to);

const NO_VALUES = {
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

/** The broker has accepted the message. */
export const publishedChange = (commandId: string, serial: string, at: number): DeliveryChange => ({
  ...NO_VALUES,
  commandId,
  serial,
  event: 'published',
  at,
  sentAt: at,
});

/** The broker has not accepted the message, so no device receives it. */
export const unpublishedChange = (commandId: string, serial: string, at: number, error: string): DeliveryChange => ({
  ...NO_VALUES,
  commandId,
  serial,
  event: 'unpublished',
  at,
  error,
  errorType: 'websocket_unavailable',
});

/** The device has sent a response. Its `success` is stored whatever the shape of its result, since firmware differs. */
export function responseChange(command: Command, serial: string, message: ResponseMessage, at: number): DeliveryChange {
  const change = { ...NO_VALUES, commandId: message.correlation_id, serial, at, phase: message.phase };
  if (message.phase !== 'done') {
    const times = { acceptedAt: at, deadlineAt: at + commandTable[command].runsAtMostMs };
    return { ...change, ...times, event: message.phase, progress: message.phase === 'running' ? message.result : null };
  }
  const { result, error, error_type: errorType, execution_time_ms: executionTimeMs } = message;
  const ended = { ...change, result, executionTimeMs };
  return message.success === true ? { ...ended, event: 'succeeded' } : { ...ended, event: 'failed', error, errorType };
}

/** Whether the result of a success matches the command table. */
export const hasValidResult = (command: Command, { event, result }: DeliveryChange): boolean =>
  event !== 'succeeded' || commandTable[command].result.safeParse(result).success;

/**
 * Merges two changes of one delivery: the later event, with the values that only the other one has. Of two final responses
 * the first is kept.
 */
export function mergeChanges(first: DeliveryChange, second: DeliveryChange): DeliveryChange {
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

/** Merges the changes of each delivery, since a statement can update a row only once. */
export function mergeByDelivery(changes: Iterable<DeliveryChange>): DeliveryChange[] {
  const merged = new Map<string, DeliveryChange>();
  for (const change of changes) {
    const key = deliveryKey(change);
    const earlier = merged.get(key);
    merged.set(key, earlier ? mergeChanges(earlier, change) : change);
  }
  return [...merged.values()];
}

import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { isSettled, type DeliveryState } from '@belfry/schemas/http/commands/commands';
import { commandTable, type Command } from '@belfry/schemas/mqtt/commands';
import type { ConsoleEvents } from '../../mqtt/console-events.ts';

type Json = Record<string, unknown>;

/** An event of a delivery with the values that it stores, under the names of their columns. Times are milliseconds of the server's clock. */
export type DeliveryChange = {
  command_id: string;
  serial: string;
  event: DeliveryEvent;
  at: number;
  phase: ResponseMessage['phase'] | null;
  progress: Json | null;
  result: Json | null;
  error: string | null;
  error_type: string | null;
  execution_time_ms: number | null;
  sent_at: number | null;
  accepted_at: number | null;
  /** Set when the device accepts: the time by which the command must have ended. */
  deadline_at: number | null;
};

export const deliveryKey = ({ command_id, serial }: Pick<DeliveryChange, 'command_id' | 'serial'>): string =>
  `${command_id}/${serial}`;

export const settles = ({ event }: Pick<DeliveryChange, 'event'>): boolean => isSettled(TRANSITIONS[event].to);

const NO_VALUES = {
  phase: null,
  progress: null,
  result: null,
  error: null,
  error_type: null,
  execution_time_ms: null,
  sent_at: null,
  accepted_at: null,
  deadline_at: null,
};

export const publishedChange = (commandId: string, serial: string, at: number): DeliveryChange => ({
  ...NO_VALUES,
  command_id: commandId,
  serial,
  event: 'published',
  at,
  sent_at: at,
});

export const unpublishedChange = (commandId: string, serial: string, at: number, error: string): DeliveryChange => ({
  ...NO_VALUES,
  command_id: commandId,
  serial,
  event: 'unpublished',
  at,
  error,
  error_type: 'websocket_unavailable',
});

/** The device has sent a response. Its `success` is stored whatever the shape of its result, since firmware differs. */
export function responseChange(command: Command, serial: string, message: ResponseMessage, at: number): DeliveryChange {
  const change = { ...NO_VALUES, command_id: message.correlation_id, serial, at, phase: message.phase };
  if (message.phase !== 'done') {
    const times = { accepted_at: at, deadline_at: at + commandTable[command].runsAtMostMs };
    return { ...change, ...times, event: message.phase, progress: message.phase === 'running' ? message.result : null };
  }
  const { result, error, error_type, execution_time_ms } = message;
  const ended = { ...change, result, execution_time_ms };
  return message.success === true ? { ...ended, event: 'succeeded' } : { ...ended, event: 'failed', error, error_type };
}

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
    sent_at: top.sent_at ?? base.sent_at,
    accepted_at: top.accepted_at ?? base.accepted_at,
    deadline_at: top.deadline_at ?? base.deadline_at,
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

export type DeliveryEvent = 'published' | 'unpublished' | 'accepted' | 'running' | 'succeeded' | 'failed';

type Transition = { to: DeliveryState; from: readonly DeliveryState[] };

const OPEN = ['queued', 'sent', 'accepted'] as const;
/** Set by the api when a deadline has passed. The device may still answer, and its answer then decides; see CMD-8. */
const PAST_DEADLINE = ['timed_out', 'expired'] as const;

/**
 * The state machine of a delivery; see CMD-8. An event in any other state changes nothing, so that messages may be
 * redelivered or arrive out of order. Deadlines are not events of messages: see DEADLINE_TRANSITIONS.
 */
export const TRANSITIONS: Record<DeliveryEvent, Transition> = {
  published: { to: 'sent', from: ['queued'] },
  unpublished: { to: 'failed', from: ['queued'] },
  accepted: { to: 'accepted', from: ['queued', 'sent'] },
  running: { to: 'accepted', from: OPEN },
  succeeded: { to: 'succeeded', from: [...OPEN, ...PAST_DEADLINE] },
  failed: { to: 'failed', from: [...OPEN, ...PAST_DEADLINE] },
};

/** What the deadline sweep does: `expires_at` applies until the device has accepted, `deadline_at` from then on. */
export const DEADLINE_TRANSITIONS = {
  undelivered: { to: 'expired', from: ['queued', 'sent'] },
  unfinished: { to: 'timed_out', from: ['accepted'] },
} as const satisfies Record<string, Transition>;

export function nextState(state: DeliveryState, event: DeliveryEvent): DeliveryState {
  const { to, from } = TRANSITIONS[event];
  return from.includes(state) ? to : state;
}

/** True also for the same event. Several events of one batch are stored as the last of them. */
const isLater = (a: DeliveryEvent, b: DeliveryEvent): boolean => ORDER.indexOf(a) >= ORDER.indexOf(b);
const ORDER: readonly DeliveryEvent[] = ['published', 'unpublished', 'accepted', 'running', 'failed', 'succeeded'];

export type ChangedDevice = { serial: string; user_id: number | null };

/**
 * Sends `commands_changed` to the consoles of administrators and of each device's owner. Call it after the commit.
 * Bounded by ConsoleEvents: one event per user and 100 ms, which names at most 1,000 devices.
 */
export function notifyCommandsChanged(events: Pick<ConsoleEvents, 'changed'>, devices: readonly ChangedDevice[]): void {
  for (const [ownerId, owned] of Map.groupBy(devices, ({ user_id }) => user_id)) {
    const serials = owned.map(({ serial }) => serial);
    events.changed('commands_changed', serials, ownerId);
  }
}

import type { DeliveryState } from '@belfry/schemas/http/commands/commands';

/** An event of a delivery: the broker accepted or refused its message, or the device answered with a phase. */
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

/** The state after an event. */
export function nextState(state: DeliveryState, event: DeliveryEvent): DeliveryState {
  const { to, from } = TRANSITIONS[event];
  return from.includes(state) ? to : state;
}

/** Whether `a` follows `b` in a delivery, or is the same. Several events of one batch are stored as the last of them. */
export const isLater = (a: DeliveryEvent, b: DeliveryEvent): boolean => ORDER.indexOf(a) >= ORDER.indexOf(b);
const ORDER: readonly DeliveryEvent[] = ['published', 'unpublished', 'accepted', 'running', 'failed', 'succeeded'];

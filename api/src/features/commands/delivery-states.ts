import type { DeliveryState } from '@belfry/schemas/http/commands';

/** What can happen to a delivery. */
export type DeliveryEvent = 'published' | 'unpublished' | 'accepted' | 'running' | 'succeeded' | 'failed';

type Transition = { to: DeliveryState; from: readonly DeliveryState[] };

const OPEN = ['queued', 'sent', 'accepted'] as const;
/** The api stopped waiting, which says nothing about the device: its late answer settles the delivery; see CMD-8. */
const GIVEN_UP = ['timed_out', 'expired'] as const;

/**
 * The state machine of a delivery; see CMD-8. An event in any other state changes nothing, which makes
 * redelivered and disordered messages harmless. Time-outs are `GIVE_UP`, since no message brings them.
 */
export const TRANSITIONS: Record<DeliveryEvent, Transition> = {
  published: { to: 'sent', from: ['queued'] },
  unpublished: { to: 'failed', from: ['queued'] },
  accepted: { to: 'accepted', from: ['queued', 'sent'] },
  running: { to: 'accepted', from: OPEN },
  succeeded: { to: 'succeeded', from: [...OPEN, ...GIVEN_UP] },
  failed: { to: 'failed', from: [...OPEN, ...GIVEN_UP] },
};

/** What passing a deadline does: never delivered, or never ended. */
export const GIVE_UP = {
  undelivered: { to: 'expired', from: ['queued', 'sent'] },
  unfinished: { to: 'timed_out', from: ['accepted'] },
} as const satisfies Record<string, Transition>;

/** The state after an event. */
export function nextState(state: DeliveryState, event: DeliveryEvent): DeliveryState {
  const { to, from } = TRANSITIONS[event];
  return from.includes(state) ? to : state;
}

/** Later in a delivery's life; several events of one batch are stored as the last of them. */
export const isLater = (a: DeliveryEvent, b: DeliveryEvent): boolean => ORDER.indexOf(a) >= ORDER.indexOf(b);
const ORDER: readonly DeliveryEvent[] = ['published', 'unpublished', 'accepted', 'running', 'failed', 'succeeded'];

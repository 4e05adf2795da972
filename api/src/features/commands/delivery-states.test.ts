import { DELIVERY_STATES, isSettled, type DeliveryState } from '@belfry/schemas/http/commands/commands';
import { describe, expect, it } from 'vitest';
import { DEADLINE_TRANSITIONS, nextState, TRANSITIONS, type DeliveryEvent } from './delivery.ts';

const EVENTS = Object.keys(TRANSITIONS) as DeliveryEvent[];
const through = (...events: DeliveryEvent[]): DeliveryState => events.reduce(nextState, 'queued' as DeliveryState);

describe('a delivery', () => {
  it('goes from queued to sent, accepted and a final state', () => {
    expect(through('published')).toBe('sent');
    expect(through('published', 'accepted', 'running')).toBe('accepted');
    expect(through('published', 'accepted', 'running', 'succeeded')).toBe('succeeded');
    expect(through('published', 'failed')).toBe('failed');
    expect(through('unpublished')).toBe('failed');
  });

  it('may skip states, and ignores the events of skipped ones', () => {
    expect(through('succeeded', 'published', 'accepted')).toBe('succeeded');
    expect(through('accepted', 'published')).toBe('accepted');
  });

  it('does not change after it has succeeded, failed or been cancelled', () => {
    for (const state of ['succeeded', 'failed', 'cancelled'] as const)
      for (const event of EVENTS) expect(nextState(state, event)).toBe(state);
  });

  it('changes after its deadline only by a final response', () => {
    for (const state of ['timed_out', 'expired'] as const) {
      expect(nextState(state, 'succeeded')).toBe('succeeded');
      expect(nextState(state, 'failed')).toBe('failed');
      for (const event of ['published', 'unpublished', 'accepted', 'running'] as const)
        expect(nextState(state, event)).toBe(state);
    }
  });

  it('fails as unpublished only before it was sent or accepted', () => {
    expect(through('published', 'unpublished')).toBe('sent');
    expect(through('accepted', 'unpublished')).toBe('accepted');
  });

  it('accepts progress and a final response when the response accepted was lost', () => {
    expect(through('running')).toBe('accepted');
    expect(through('published', 'running')).toBe('accepted');
    for (const state of ['queued', 'sent', 'accepted'] as const) {
      expect(nextState(state, 'succeeded')).toBe('succeeded');
      expect(nextState(state, 'failed')).toBe('failed');
    }
  });

  it('expires before it is accepted and times out afterwards', () => {
    expect(DEADLINE_TRANSITIONS).toEqual({
      undelivered: { to: 'expired', from: ['queued', 'sent'] },
      unfinished: { to: 'timed_out', from: ['accepted'] },
    });
  });

  it('never leaves a final state for an open one', () => {
    for (const state of DELIVERY_STATES.filter(isSettled))
      for (const event of EVENTS) expect(isSettled(nextState(state, event))).toBe(true);
  });
});

import { DELIVERY_STATES, isSettled, type DeliveryState } from '@belfry/schemas/http/commands';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { describe, expect, it } from 'vitest';
import { answered, keepsItsWord, merge, published, unpublished, type Change } from './change.ts';
import { nextState, TRANSITIONS, type DeliveryEvent } from './delivery-states.ts';

const EVENTS = Object.keys(TRANSITIONS) as DeliveryEvent[];
const through = (...events: DeliveryEvent[]): DeliveryState => events.reduce(nextState, 'queued' as DeliveryState);

describe('a delivery', () => {
  it('goes from queued over sent and accepted to its end', () => {
    expect(through('published')).toBe('sent');
    expect(through('published', 'accepted', 'running')).toBe('accepted');
    expect(through('published', 'accepted', 'running', 'succeeded')).toBe('succeeded');
    expect(through('published', 'failed')).toBe('failed');
    expect(through('unpublished')).toBe('failed');
  });

  it('may skip what was overtaken', () => {
    expect(through('succeeded', 'published', 'accepted')).toBe('succeeded');
    expect(through('accepted', 'published')).toBe('accepted');
  });

  it('ends once: no event changes what succeeded, failed or was cancelled', () => {
    for (const state of ['succeeded', 'failed', 'cancelled'] as const)
      for (const event of EVENTS) expect(nextState(state, event)).toBe(state);
  });

  it('takes the truth of a late answer, and nothing else, after we stopped waiting', () => {
    for (const state of ['timed_out', 'expired'] as const) {
      expect(nextState(state, 'succeeded')).toBe('succeeded');
      expect(nextState(state, 'failed')).toBe('failed');
      for (const event of ['published', 'unpublished', 'accepted', 'running'] as const)
        expect(nextState(state, event)).toBe(state);
    }
  });

  it('never opens again', () => {
    for (const state of DELIVERY_STATES.filter(isSettled))
      for (const event of EVENTS) expect(isSettled(nextState(state, event))).toBe(true);
  });
});

const ID = '6f0ee1c8-9f7c-4b35-b4bb-b0a3f6f3a111';
const SERIAL = '1234-5678-9012-3456';
const response = (overrides: Partial<ResponseMessage>): Change =>
  answered(
    'set_volume',
    SERIAL,
    {
      correlation_id: ID,
      phase: 'done',
      success: null,
      result: null,
      error: null,
      error_type: null,
      execution_time_ms: null,
      at: new Date().toISOString(),
      ...overrides,
    },
    1_000,
  );

describe('an answer', () => {
  it('succeeds when the device says so, and tells whether its result is the one promised', () => {
    const promised = response({ success: true, result: { channel: 0, volume: 5 } });
    const odd = response({ success: true, result: { loudness: 'very' } });
    expect(promised.event).toBe('succeeded');
    expect(odd).toMatchObject({ event: 'succeeded', error: null, result: { loudness: 'very' } });
    expect([promised, odd].map((change) => keepsItsWord('set_volume', change))).toEqual([true, false]);
  });

  it('that ends without a success is a failure in the device’s own words', () => {
    const failed = response({ success: false, error: 'no such channel', error_type: 'invalid_params' });
    expect(failed).toMatchObject({ event: 'failed', error: 'no such channel', errorType: 'invalid_params' });
    expect(response({}).event).toBe('failed');
  });

  it('of a batch is one with those before it', () => {
    const accepted = response({ phase: 'accepted' });
    const running = response({ phase: 'running', result: { progress: 40 } });
    const done = response({ success: true, result: { channel: 0, volume: 5 } });
    const all = [published(ID, SERIAL, 900), accepted, running, done];
    const merged = { event: 'succeeded', phase: 'done', progress: { progress: 40 }, sentAt: 900, acceptedAt: 1_000 };
    expect(all.reduce(merge)).toMatchObject(merged);
    expect(all.toReversed().reduce(merge)).toMatchObject({ event: 'succeeded', phase: 'done' });
    expect([running, accepted].reduce(merge)).toMatchObject({ event: 'running', phase: 'running' });
  });

  it('that comes twice is stored as it came first', () => {
    const first = response({ success: true, result: { channel: 0, volume: 5 } });
    expect(merge(first, response({ success: false, error: 'again' }))).toEqual(first);
    expect(merge(unpublished(ID, SERIAL, 900, 'away'), first).event).toBe('succeeded');
  });
});

import { DELIVERY_STATES, isSettled, type DeliveryState } from '@belfry/schemas/http/commands';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { describe, expect, it } from 'vitest';
import { answered, keepsItsWord, merge, published, settles, unpublished, type Change } from './change.ts';
import { DEADLINE_TRANSITIONS, nextState, TRANSITIONS, type DeliveryEvent } from './delivery-states.ts';

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

  it('that the broker did not take fails only before anything was heard of it', () => {
    expect(through('published', 'unpublished')).toBe('sent');
    expect(through('accepted', 'unpublished')).toBe('accepted');
  });

  it('takes progress and its end also where its acceptance was lost', () => {
    expect(through('running')).toBe('accepted');
    expect(through('published', 'running')).toBe('accepted');
    for (const state of ['queued', 'sent', 'accepted'] as const) {
      expect(nextState(state, 'succeeded')).toBe('succeeded');
      expect(nextState(state, 'failed')).toBe('failed');
    }
  });

  it('expires before it is accepted and times out after', () => {
    expect(DEADLINE_TRANSITIONS).toEqual({
      undelivered: { to: 'expired', from: ['queued', 'sent'] },
      unfinished: { to: 'timed_out', from: ['accepted'] },
    });
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

describe('what the broker says of a command', () => {
  it('is when it was sent', () => {
    const change = { ...nothing, commandId: ID, serial: SERIAL, event: 'published', at: 900, sentAt: 900 };
    expect(published(ID, SERIAL, 900)).toEqual(change);
    expect(settles(published(ID, SERIAL, 900))).toBe(false);
  });

  it('or why it was not, which ends it', () => {
    expect(unpublished(ID, SERIAL, 900, 'away')).toEqual({
      ...nothing,
      commandId: ID,
      serial: SERIAL,
      event: 'unpublished',
      at: 900,
      error: 'away',
      errorType: 'websocket_unavailable',
    });
    expect(settles(unpublished(ID, SERIAL, 900, 'away'))).toBe(true);
  });
});

describe('an answer', () => {
  it('that the command was accepted sets the time by which it must have ended', () => {
    const change = { ...nothing, commandId: ID, serial: SERIAL, at: 1_000, acceptedAt: 1_000, deadlineAt: 31_000 };
    const result = { progress: 40 };
    expect(response({ phase: 'accepted', result })).toEqual({ ...change, event: 'accepted', phase: 'accepted' });
    expect(response({ phase: 'running', result })).toEqual({
      ...change,
      event: 'running',
      phase: 'running',
      progress: result,
    });
  });

  it('that ends has what the device said, an error only of a failure', () => {
    const end = { result: { a: 1 }, error: 'odd', error_type: 'odd', execution_time_ms: 7 };
    const change = { ...nothing, commandId: ID, serial: SERIAL, at: 1_000, phase: 'done', result: { a: 1 } };
    expect(response({ ...end, success: true })).toEqual({ ...change, event: 'succeeded', executionTimeMs: 7 });
    expect(response({ ...end, success: false })).toEqual({
      ...change,
      event: 'failed',
      error: 'odd',
      errorType: 'odd',
      executionTimeMs: 7,
    });
  });

  it('that failed, or has not ended, promised no result', () => {
    for (const change of [response({ success: false }), response({ phase: 'running' })])
      expect(keepsItsWord('set_volume', change)).toBe(true);
  });

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

  it('keeps of a batch when it was first sent and accepted, and the last progress', () => {
    const sent = published(ID, SERIAL, 900);
    const accepted = response({ phase: 'accepted' });
    const first = response({ phase: 'running', result: { progress: 10 } });
    const second = { ...response({ phase: 'running', result: { progress: 20 } }), acceptedAt: 1_500 };
    expect([sent, accepted, first].reduce(merge)).toEqual({ ...first, sentAt: 900 });
    expect(merge(first, second)).toMatchObject({ progress: { progress: 20 } });
    expect(merge(accepted, sent)).toEqual({ ...accepted, sentAt: 900 });
    const done = response({ success: true });
    expect(merge(accepted, done)).toMatchObject({ event: 'succeeded', acceptedAt: 1_000, deadlineAt: 31_000 });
    expect(merge(done, accepted)).toMatchObject({ event: 'succeeded', phase: 'done', acceptedAt: 1_000 });
  });

  it('that failed is not undone by a success that follows in its batch', () => {
    const failed = response({ success: false, error: 'full' });
    expect(merge(failed, response({ success: true }))).toEqual(failed);
  });

  it('that comes twice is stored as it came first', () => {
    const first = response({ success: true, result: { channel: 0, volume: 5 } });
    expect(merge(first, response({ success: false, error: 'again' }))).toEqual(first);
    expect(merge(unpublished(ID, SERIAL, 900, 'away'), first).event).toBe('succeeded');
  });
});

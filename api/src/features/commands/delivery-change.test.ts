import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { describe, expect, it } from 'vitest';
import {
  responseChange,
  hasValidResult,
  mergeChanges,
  publishedChange,
  settles,
  unpublishedChange,
  type DeliveryChange,
} from './delivery.ts';

const ID = '6f0ee1c8-9f7c-4b35-b4bb-b0a3f6f3a111';
const SERIAL = '1234-5678-9012-3456';
const response = (overrides: Partial<ResponseMessage>): DeliveryChange =>
  responseChange(
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

describe('a change of publishing', () => {
  it('of a message that the broker accepted has the time', () => {
    const change = { ...NO_VALUES, command_id: ID, serial: SERIAL, event: 'published', at: 900, sent_at: 900 };
    expect(publishedChange(ID, SERIAL, 900)).toEqual(change);
    expect(settles(publishedChange(ID, SERIAL, 900))).toBe(false);
  });

  it('of a message that the broker did not accept has the error and settles the delivery', () => {
    expect(unpublishedChange(ID, SERIAL, 900, 'away')).toEqual({
      ...NO_VALUES,
      command_id: ID,
      serial: SERIAL,
      event: 'unpublished',
      at: 900,
      error: 'away',
      error_type: 'websocket_unavailable',
    });
    expect(settles(unpublishedChange(ID, SERIAL, 900, 'away'))).toBe(true);
  });
});

describe('a change by a response', () => {
  it('accepted sets the deadline; running stores the progress', () => {
    const change = { ...NO_VALUES, command_id: ID, serial: SERIAL, at: 1_000, accepted_at: 1_000, deadline_at: 31_000 };
    const result = { progress: 40 };
    expect(response({ phase: 'accepted', result })).toEqual({ ...change, event: 'accepted', phase: 'accepted' });
    expect(response({ phase: 'running', result })).toEqual({
      ...change,
      event: 'running',
      phase: 'running',
      progress: result,
    });
  });

  it('done stores the result, and the error only of a failure', () => {
    const end = { result: { a: 1 }, error: 'odd', error_type: 'odd', execution_time_ms: 7 };
    const change = { ...NO_VALUES, command_id: ID, serial: SERIAL, at: 1_000, phase: 'done', result: { a: 1 } };
    expect(response({ ...end, success: true })).toEqual({ ...change, event: 'succeeded', execution_time_ms: 7 });
    expect(response({ ...end, success: false })).toEqual({
      ...change,
      event: 'failed',
      error: 'odd',
      error_type: 'odd',
      execution_time_ms: 7,
    });
  });

  it('has a valid result unless it is a success', () => {
    for (const change of [response({ success: false }), response({ phase: 'running' })])
      expect(hasValidResult('set_volume', change)).toBe(true);
  });

  it('succeeds with any result, and reports whether the result matches the command table', () => {
    const expected = response({ success: true, result: { channel: 0, volume: 5 } });
    const odd = response({ success: true, result: { loudness: 'very' } });
    expect(expected.event).toBe('succeeded');
    expect(odd).toMatchObject({ event: 'succeeded', error: null, result: { loudness: 'very' } });
    expect([expected, odd].map((change) => hasValidResult('set_volume', change))).toEqual([true, false]);
  });

  it('done without success is a failure with the error of the device', () => {
    const failed = response({ success: false, error: 'no such channel', error_type: 'invalid_params' });
    expect(failed).toMatchObject({ event: 'failed', error: 'no such channel', error_type: 'invalid_params' });
    expect(response({}).event).toBe('failed');
  });

  it('is merged with the other changes of a batch', () => {
    const accepted = response({ phase: 'accepted' });
    const running = response({ phase: 'running', result: { progress: 40 } });
    const done = response({ success: true, result: { channel: 0, volume: 5 } });
    const all = [publishedChange(ID, SERIAL, 900), accepted, running, done];
    const merged = { event: 'succeeded', phase: 'done', progress: { progress: 40 }, sent_at: 900, accepted_at: 1_000 };
    expect(all.reduce(mergeChanges)).toMatchObject(merged);
    expect(all.toReversed().reduce(mergeChanges)).toMatchObject({ event: 'succeeded', phase: 'done' });
    expect([running, accepted].reduce(mergeChanges)).toMatchObject({ event: 'running', phase: 'running' });
  });

  it('is merged with the first times of sending and acceptance and the last progress', () => {
    const sent = publishedChange(ID, SERIAL, 900);
    const accepted = response({ phase: 'accepted' });
    const first = response({ phase: 'running', result: { progress: 10 } });
    const second = { ...response({ phase: 'running', result: { progress: 20 } }), accepted_at: 1_500 };
    expect([sent, accepted, first].reduce(mergeChanges)).toEqual({ ...first, sent_at: 900 });
    expect(mergeChanges(first, second)).toMatchObject({ progress: { progress: 20 } });
    expect(mergeChanges(accepted, sent)).toEqual({ ...accepted, sent_at: 900 });
    const done = response({ success: true });
    expect(mergeChanges(accepted, done)).toMatchObject({ event: 'succeeded', accepted_at: 1_000, deadline_at: 31_000 });
    expect(mergeChanges(done, accepted)).toMatchObject({ event: 'succeeded', phase: 'done', accepted_at: 1_000 });
  });

  it('failed is not replaced by a later success of the same batch', () => {
    const failed = response({ success: false, error: 'full' });
    expect(mergeChanges(failed, response({ success: true }))).toEqual(failed);
  });

  it('done twice is stored as the first one', () => {
    const first = response({ success: true, result: { channel: 0, volume: 5 } });
    expect(mergeChanges(first, response({ success: false, error: 'again' }))).toEqual(first);
    expect(mergeChanges(unpublishedChange(ID, SERIAL, 900, 'away'), first).event).toBe('succeeded');
  });
});

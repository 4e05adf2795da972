import { randomUUID } from 'node:crypto';
import { INVALID_RESPONSE } from '@belfry/schemas/http/commands/commands';
import { responseMessageSchema, type ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AckToken } from '../../mqtt/subscriber/inbound-message.ts';
import type { DeviceResponse } from './responses.ts';
import { createResponsesIngest } from './responses.ingest.ts';

const NOW = Date.UTC(2026, 10, 20);
const topic = { kind: 'responses', serial: '1234-5678-9012-3456' } as const;
const ackToken: AckToken = { subscriber: { acknowledge: () => undefined }, connection: 1, packetId: 2, bytes: 3 };
const ID = randomUUID();

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

function setUp() {
  const received: { response: DeviceResponse; onDone: () => void }[] = [];
  const recordMessage = vi.fn();
  const acknowledge = vi.fn();
  const receiveResponse = (response: DeviceResponse, onDone: () => void) => void received.push({ response, onDone });
  return {
    ingest: createResponsesIngest({ receiveResponse }, { recordMessage }, acknowledge),
    received,
    recordMessage,
    acknowledge,
  };
}
const body = (overrides: Partial<ResponseMessage> = {}): ResponseMessage =>
  responseMessageSchema.parse({
    correlation_id: ID,
    phase: 'done',
    success: true,
    result: null,
    error: null,
    error_type: null,
    execution_time_ms: null,
    at: new Date(NOW).toISOString(),
    ...overrides,
  });

describe('a valid response', () => {
  it('is passed on with its id in lower case, and acknowledged when it is committed', () => {
    const { ingest, received, recordMessage, acknowledge } = setUp();
    const upperCase = body({ correlation_id: ID.toUpperCase() });
    ingest.accept({ topic, body: upperCase, receivedAt: NOW - 5, live: true, redelivered: false, ackToken });
    expect(received.map(({ response }) => response)).toEqual([
      { serial: topic.serial, message: body(), receivedAt: NOW - 5 },
    ]);
    expect(recordMessage).toHaveBeenCalledExactlyOnceWith(topic.serial, NOW - 5);
    expect(acknowledge).not.toHaveBeenCalled();
    received[0]?.onDone();
    expect(acknowledge).toHaveBeenCalledExactlyOnceWith([ackToken]);
  });

  it('that is redelivered does not count as a sign of presence', () => {
    const { ingest, received, recordMessage } = setUp();
    ingest.accept({ topic, body: body(), receivedAt: NOW, live: false, redelivered: true, ackToken });
    expect(received).toHaveLength(1);
    expect(recordMessage).not.toHaveBeenCalled();
  });
});

describe('an invalid response', () => {
  it('fails the command that it names', () => {
    const { ingest, received, recordMessage, acknowledge } = setUp();
    ingest.reject?.(topic, { correlation_id: ID.toUpperCase(), phase: 'done', success: 'maybe' });
    const message = body({ success: false, error: INVALID_RESPONSE.error, error_type: INVALID_RESPONSE.error_type });
    expect(received.map(({ response }) => response)).toEqual([{ serial: topic.serial, message, receivedAt: NOW }]);
    // The ingest has already acknowledged a rejected message.
    received[0]?.onDone();
    expect(acknowledge).not.toHaveBeenCalled();
    expect(recordMessage).not.toHaveBeenCalled();
  });

  it.each([
    ['a phase that is not final', { correlation_id: ID, phase: 'running' }],
    ['no id', { phase: 'done' }],
    ['an invalid id', { correlation_id: 'x', phase: 'done' }],
    ['no content', undefined],
  ])('with %s is ignored', (_what, json) => {
    const { ingest, received } = setUp();
    ingest.reject?.(topic, json);
    expect(received).toEqual([]);
  });
});

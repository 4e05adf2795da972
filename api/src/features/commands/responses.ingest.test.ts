import { randomUUID } from 'node:crypto';
import { INVALID_RESPONSE } from '@belfry/schemas/http/commands';
import { responseMessageSchema, type ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AckToken } from '../../mqtt/subscriber/ingest-subscriber.ts';
import type { Answer } from './delivery-log.ts';
import { createResponsesIngest } from './responses.ingest.ts';

const NOW = Date.UTC(2026, 10, 20);
const topic = { kind: 'responses', serial: '1234-5678-9012-3456' } as const;
const ackToken: AckToken = { connection: 1, packetId: 2, bytes: 3 };
const ID = randomUUID();

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

function setUp() {
  const answers: { answer: Answer; onDone: () => void }[] = [];
  const recordMessage = vi.fn();
  const acknowledge = vi.fn();
  const answer = (given: Answer, onDone: () => void) => void answers.push({ answer: given, onDone });
  return {
    ingest: createResponsesIngest({ answer }, { recordMessage }, acknowledge),
    answers,
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

describe('an answer of a device', () => {
  it('is handed on with its id in lower case, and acknowledged when it is committed', () => {
    const { ingest, answers, recordMessage, acknowledge } = setUp();
    const shouted = body({ correlation_id: ID.toUpperCase() });
    ingest.accept({ topic, body: shouted, receivedAt: NOW - 5, live: true, redelivered: false, ackToken });
    expect(answers.map(({ answer }) => answer)).toEqual([
      { serial: topic.serial, message: body(), receivedAt: NOW - 5 },
    ]);
    expect(recordMessage).toHaveBeenCalledExactlyOnceWith(topic.serial, NOW - 5);
    expect(acknowledge).not.toHaveBeenCalled();
    answers[0]?.onDone();
    expect(acknowledge).toHaveBeenCalledExactlyOnceWith([ackToken]);
  });

  it('that is sent again says nothing about where the device is now', () => {
    const { ingest, answers, recordMessage } = setUp();
    ingest.accept({ topic, body: body(), receivedAt: NOW, live: false, redelivered: true, ackToken });
    expect(answers).toHaveLength(1);
    expect(recordMessage).not.toHaveBeenCalled();
  });
});

describe('an answer that cannot be used', () => {
  it('ends the command that it names', () => {
    const { ingest, answers, recordMessage, acknowledge } = setUp();
    ingest.reject?.(topic, { correlation_id: ID.toUpperCase(), phase: 'done', success: 'maybe' });
    const message = body({ success: false, error: INVALID_RESPONSE.error, error_type: INVALID_RESPONSE.error_type });
    expect(answers.map(({ answer }) => answer)).toEqual([{ serial: topic.serial, message, receivedAt: NOW }]);
    // The ingest has acknowledged it already.
    answers[0]?.onDone();
    expect(acknowledge).not.toHaveBeenCalled();
    expect(recordMessage).not.toHaveBeenCalled();
  });

  it.each([
    ['no end', { correlation_id: ID, phase: 'running' }],
    ['no id', { phase: 'done' }],
    ['an id that is none', { correlation_id: 'x', phase: 'done' }],
    ['nothing at all', undefined],
  ])('with %s ends nothing', (_what, json) => {
    const { ingest, answers } = setUp();
    ingest.reject?.(topic, json);
    expect(answers).toEqual([]);
  });
});

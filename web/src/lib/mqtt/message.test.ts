import { randomSerial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { decode } from './message.ts';

const serial = randomSerial();
const response = (result: string) => ({
  topic: topics.responses(serial),
  payload: new TextEncoder().encode(
    `{"correlation_id":"3f1f3f0e-54c7-4b6e-9f1c-2d4c3c1c9a11","phase":"done","success":true,"at":"2026-11-20T12:00:00Z","result":${result}}`,
  ),
  retained: false,
});
const nested = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

describe('a message of a device', () => {
  it('is parsed by the contract', () => {
    expect(decode(response(nested(3)), 1)).toMatchObject({ kind: 'responses', serial, receivedAt: 1 });
  });

  it('is dropped when it is nested deeper than 64 levels or not JSON', () => {
    expect(decode(response(nested(64)), 1)).toBeNull();
    expect(decode(response(nested(5_000)), 1)).toBeNull();
    expect(decode(response('{'), 1)).toBeNull();
  });

  it('keeps its topic and whether the broker retained it', () => {
    const message = { ...response('{"a":1}'), retained: true };
    expect(decode(message, 5)).toEqual({
      kind: 'responses',
      serial,
      topic: message.topic,
      retained: true,
      receivedAt: 5,
      payload: expect.objectContaining({ phase: 'done', result: { a: 1 } }),
    });
  });

  it('is dropped on a topic that is not in the contract', () => {
    expect(decode({ ...response('{}'), topic: 'devices/1/responses' }, 1)).toBeNull();
    expect(decode({ ...response('{}'), topic: 'others' }, 1)).toBeNull();
  });

  it('is dropped when it has another shape', () => {
    expect(decode({ ...response('{}'), topic: topics.status(serial) }, 1)).toBeNull();
  });
});

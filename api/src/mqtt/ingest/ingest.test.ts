import { randomSerial } from '@belfry/schemas/domain/serial';
import { MAX_PAYLOAD_BYTES } from '@belfry/schemas/mqtt/payload-limits';
import { topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../log.ts';
import { createIngest } from './ingest.ts';
import type { InboundMessage, AckToken } from '../subscriber/ingest-subscriber.ts';

const serial = randomSerial();
const RECORD = {
  hostname: 'speaker',
  cpu_usage_percent: 1,
  cpu_temperature: 2,
  memory_usage_percent: 3,
  disk_usage_percent: 4,
  uptime_seconds: 5,
  collected_at: '2026-11-20T12:00:00.000Z',
  seq: 7,
};

function setUp() {
  const acknowledged: AckToken[] = [];
  const logged: string[] = [];
  const handler = () => ({ accept: vi.fn(), reject: vi.fn() });
  const handlers = {
    status: handler(),
    metrics: handler(),
    player: handler(),
    configReported: handler(),
    responses: handler(),
  };
  const log = Object.assign(createLogger('silent'), { warn: (line: object) => void logged.push(JSON.stringify(line)) });
  const receive = createIngest(handlers, (ackTokens) => acknowledged.push(...ackTokens), log);
  const send = (topic: string, payload: string | Buffer) => {
    const bytes = Buffer.from(payload);
    const ackToken = { connection: 1, packetId: 1, bytes: bytes.length };
    const message: InboundMessage = { topic, payload: bytes, retained: false, redelivered: false, ackToken };
    receive(message);
    return ackToken;
  };
  return { acknowledged, logged, handlers, send };
}

describe('an invalid payload', () => {
  it.each([
    ['nested 8,000 levels deep behind an escape', `{"a":"\\u0041","b":${'['.repeat(8_000)}${']'.repeat(8_000)}}`],
    ['with a NUL', String.raw`{"hostname":"a\u0000"}`],
    ['with 5,000 keys', `{${'"k":1,'.repeat(5_000)}"k":1}`.slice(0, MAX_PAYLOAD_BYTES.responses)],
    ['that is not JSON', '{'],
  ])('%s is acknowledged and reaches no handler', (_what, payload) => {
    const { acknowledged, handlers, send } = setUp();
    const ackTokens = [
      send(topics.metrics(serial), payload),
      send(topics.responses(serial), payload),
      send(topics.status(serial), payload),
      send(topics.player(serial, 'music'), payload),
      send(topics.configReported(serial), payload),
    ];
    expect(acknowledged).toEqual(ackTokens);
    for (const { accept } of Object.values(handlers)) expect(accept).not.toHaveBeenCalled();
  });

  it('above the size limit is not parsed', () => {
    const { acknowledged, handlers, send } = setUp();
    const fits = JSON.stringify({ ...RECORD, hostname: 'x' }).padEnd(MAX_PAYLOAD_BYTES.metrics, ' ');
    send(topics.metrics(serial), fits);
    expect(handlers.metrics.accept).toHaveBeenCalledOnce();
    const tooLong = send(topics.metrics(serial), `${fits} `);
    expect(handlers.metrics.accept).toHaveBeenCalledOnce();
    expect(handlers.metrics.reject).toHaveBeenCalledWith(expect.anything(), undefined);
    expect(acknowledged).toEqual([tooLong]);
  });

  it('is passed to the handler so that its sequence number is known', () => {
    const { handlers, send } = setUp();
    const deep = '['.repeat(100) + ']'.repeat(100);
    send(topics.metrics(serial), JSON.stringify(RECORD).replace('{', `{"deep":${deep},`));
    expect(handlers.metrics.reject).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ seq: 7 }));
  });
});

describe('a handler that throws', () => {
  it('affects no later message, its message is acknowledged, and no value is logged', () => {
    const { acknowledged, handlers, logged, send } = setUp();
    handlers.metrics.accept.mockImplementationOnce(() => {
      throw new RangeError('Maximum call stack size exceeded by secret-value');
    });
    const first = send(topics.metrics(serial), JSON.stringify(RECORD));
    send(topics.metrics(serial), JSON.stringify(RECORD));
    expect(acknowledged).toEqual([first]);
    expect(handlers.metrics.accept).toHaveBeenCalledTimes(2);
    expect(logged.join()).toContain(topics.metrics(serial));
    expect(logged.join()).not.toContain('secret-value');
  });

  it('in reject does not prevent the acknowledgement', () => {
    const { acknowledged, handlers, send } = setUp();
    handlers.metrics.reject.mockImplementation(() => {
      throw new Error('broken');
    });
    const ackToken = send(topics.metrics(serial), '{"seq":1}');
    expect(acknowledged).toEqual([ackToken]);
  });
});

import { randomSerial } from '@belfry/schemas/domain/serial';
import { vi } from 'vitest';
import { createLogger } from '../../../log.ts';
import type { badPayloads } from '../../metrics.ts';
import type { AckToken, InboundMessage } from '../../subscriber/inbound-message.ts';
import { createIngest } from '../ingest.ts';

export const serial = randomSerial();
export const RECORD = {
  hostname: 'speaker',
  cpu_usage_percent: 1,
  cpu_temperature: 2,
  memory_usage_percent: 3,
  disk_usage_percent: 4,
  uptime_seconds: 5,
  collected_at: '2026-11-20T12:00:00.000Z',
  seq: 7,
};

export function setUp() {
  const acknowledged: AckToken[] = [];
  const logged: string[] = [];
  const handler = () => ({
    accept: vi.fn<(message: object) => void>(),
    reject: vi.fn<(topic: object, json: unknown) => void>(),
  });
  const handlers = {
    status: handler(),
    metrics: handler(),
    player: handler(),
    configReported: handler(),
    responses: handler(),
    receipts: handler(),
    inputs: handler(),
    outputs: handler(),
  };
  const log = Object.assign(createLogger('silent'), { warn: (line: object) => void logged.push(JSON.stringify(line)) });
  const receive = createIngest(handlers, (ackTokens) => acknowledged.push(...ackTokens), log);
  const send = (topic: string, payload: string | Buffer, flags: Partial<InboundMessage> = {}) => {
    const bytes = Buffer.from(payload);
    const ackToken = { subscriber: { acknowledge: () => undefined }, connection: 1, packetId: 1, bytes: bytes.length };
    receive({ topic, payload: bytes, retained: false, redelivered: false, ackToken, ...flags });
    return ackToken;
  };
  return { acknowledged, logged, handlers, send };
}

export const countsOf = async (counter: typeof badPayloads): Promise<Record<string, number>> =>
  Object.fromEntries((await counter.get()).values.map(({ labels, value }) => [labels['kind'], value]));

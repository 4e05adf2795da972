import { randomSerial } from '@belfry/schemas/domain/serial';
import { MAX_PAYLOAD_BYTES } from '@belfry/schemas/mqtt/payload-limits';
import { topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../log.ts';
import { badPayloads, handlerErrors, messagesReceived } from '../metrics.ts';
import { createIngest } from './ingest.ts';
import type { AckToken } from '../subscriber/ack-token.ts';
import type { InboundMessage } from '../subscriber/inbound-message.ts';

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
    receipts: handler(),
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

describe('a valid message', () => {
  afterEach(() => vi.useRealTimers());

  it('is counted and passed to the handler of its kind, which acknowledges it', async () => {
    vi.useFakeTimers({ now: 5_000 });
    messagesReceived.reset();
    const { acknowledged, handlers, send } = setUp();
    const ackToken = send(topics.metrics(serial), JSON.stringify(RECORD));
    expect(handlers.metrics.accept).toHaveBeenCalledExactlyOnceWith({
      topic: { kind: 'metrics', serial },
      body: RECORD,
      receivedAt: 5_000,
      live: true,
      redelivered: false,
      ackToken,
    });
    expect(acknowledged).toEqual([]);
    for (const kind of ['status', 'player', 'configReported', 'responses'] as const)
      expect(handlers[kind].accept).not.toHaveBeenCalled();
    expect(await countsOf(messagesReceived)).toEqual({ metrics: 1 });
  });

  it.each([
    [{ retained: true }, { live: false, redelivered: false }],
    [{ redelivered: true }, { live: false, redelivered: true }],
  ])('with the flags %j is %j', (flags, expected) => {
    const { handlers, send } = setUp();
    send(topics.metrics(serial), JSON.stringify(RECORD), flags);
    expect(handlers.metrics.accept).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(expected));
  });

  it('without a payload deletes a retained one, and is acknowledged only', async () => {
    badPayloads.reset();
    const { acknowledged, handlers, logged, send } = setUp();
    const ackToken = send(topics.status(serial), '');
    expect(acknowledged).toEqual([ackToken]);
    expect(handlers.status.accept).not.toHaveBeenCalled();
    expect(handlers.status.reject).not.toHaveBeenCalled();
    expect(logged).toEqual([]);
    expect(await countsOf(badPayloads)).toEqual({});
  });
});

describe('what is counted and logged', () => {
  it('of an invalid payload is its kind, its topic, its size and at most five reasons', async () => {
    badPayloads.reset();
    const { handlers, logged, send } = setUp();
    const payload = JSON.stringify({ ...RECORD, hostname: 1, cpu_usage_percent: 'x', seq: -1 });
    send(topics.metrics(serial), payload);
    expect(await countsOf(badPayloads)).toEqual({ metrics: 1 });
    const [line] = logged.map((text) => JSON.parse(text) as { issues: string[] });
    expect(line).toMatchObject({ kind: 'metrics', topic: topics.metrics(serial), bytes: payload.length });
    expect(line?.issues.map((issue) => issue.split(': ')[0])).toEqual(['hostname', 'cpu_usage_percent', 'seq']);
    expect(handlers.metrics.reject).toHaveBeenCalledExactlyOnceWith(
      { kind: 'metrics', serial },
      expect.objectContaining({ seq: -1 }),
    );
    const { logged: others, send: sendOther } = setUp();
    sendOther(topics.metrics(serial), '{}');
    expect((JSON.parse(others[0] ?? '') as { issues: string[] }).issues).toHaveLength(5);
  });

  it('of a payload beyond its limits is the limit, and its value only where it may be parsed', () => {
    for (const [payload, issues, json] of [
      ['{', ['not_json'], undefined],
      [' '.repeat(MAX_PAYLOAD_BYTES.metrics + 1), ['too_large'], undefined],
      [`{"a":${'['.repeat(65)}1${']'.repeat(65)},"seq":3}`, ['too_deep'], expect.objectContaining({ seq: 3 })],
      [`{"a":${'['.repeat(65)}`, ['too_deep'], undefined],
    ] as const) {
      const { handlers, logged, send } = setUp();
      send(topics.metrics(serial), payload);
      expect(JSON.parse(logged[0] ?? '')).toMatchObject({ issues });
      expect(handlers.metrics.reject).toHaveBeenCalledExactlyOnceWith(expect.anything(), json);
    }
  });

  it('of a topic that no device publishes on is a part of it', async () => {
    badPayloads.reset();
    const { acknowledged, logged, send } = setUp();
    const unknown = `devices/${'x'.repeat(300)}`;
    const tokens = [send(unknown, '{}'), send(topics.commands(serial), '{}')];
    expect(acknowledged).toEqual(tokens);
    expect(await countsOf(badPayloads)).toEqual({ topic: 2 });
    expect(logged.map((text) => JSON.parse(text) as unknown)).toEqual([
      { kind: 'topic', topic: unknown.slice(0, 200) },
    ]);
  });

  it('of a handler that throws is its error without its message', async () => {
    handlerErrors.reset();
    const { handlers, logged, send } = setUp();
    handlers.metrics.accept.mockImplementation(() => {
      throw new RangeError('secret');
    });
    send(topics.metrics(serial), JSON.stringify(RECORD));
    expect((await handlerErrors.get()).values[0]?.value).toBe(1);
    expect(logged.map((text) => JSON.parse(text) as unknown)).toEqual([
      { kind: 'handler', topic: topics.metrics(serial), error: 'RangeError' },
    ]);
  });

  it('of a reason is at most 200 characters', () => {
    const { logged, send } = setUp();
    const key = 'k'.repeat(300);
    send(topics.player(serial, 'music'), JSON.stringify({ [key]: 1, channel: 'x'.repeat(300) }));
    const { issues } = JSON.parse(logged[0] ?? '') as { issues: string[] };
    expect(Math.max(...issues.map((issue) => issue.length))).toBeLessThanOrEqual(200);
  });
});

/** Values by the label `kind`. */
const countsOf = async (counter: typeof badPayloads): Promise<Record<string, number>> =>
  Object.fromEntries((await counter.get()).values.map(({ labels, value }) => [labels['kind'], value]));

import { MAX_PAYLOAD_BYTES } from '@belfry/schemas/mqtt/payload-limits';
import { topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { badPayloads, messagesReceived } from '../metrics.ts';
import { countsOf, RECORD, serial, setUp } from './testing/ingest-harness.ts';

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

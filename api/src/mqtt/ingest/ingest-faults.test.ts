import { MAX_PAYLOAD_BYTES } from '@belfry/schemas/mqtt/payload-limits';
import { topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { badPayloads, handlerErrors } from '../metrics.ts';
import { countsOf, RECORD, serial, setUp } from './testing/ingest-harness.ts';

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
    const figures = {
      cpu_usage_percent: 'x',
      cpu_temperature: 'x',
      memory_usage_percent: 'x',
      disk_usage_percent: 'x',
    };
    sendOther(topics.metrics(serial), JSON.stringify({ ...figures, seq: -1 }));
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

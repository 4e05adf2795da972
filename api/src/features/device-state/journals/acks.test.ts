import { topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BrokerGateway } from '../../../broker-gateway.ts';
import { acksPublished } from '../../../mqtt/metrics.ts';
import { createAcks } from './seq-trackers.ts';

const SERIAL = '1234-5678-9012-3456';
const sent: { at: number; seq: number }[] = [];
let working: boolean;
const broker: BrokerGateway = {
  connected: true,
  publish(_topic, payload) {
    if (!working) return Promise.reject(new Error('away'));
    sent.push({ at: Date.now(), seq: (JSON.parse(String(payload)) as { metrics_seq: number }).metrics_seq });
    return Promise.resolve();
  },
  disconnect: () => Promise.resolve(),
  invite: () => Promise.resolve(),
  uninvite: () => Promise.resolve(),
  closePage: () => Promise.resolve(),
  forget: () => Promise.resolve(),
};

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  working = true;
});
afterEach(() => vi.useRealTimers());

describe('acknowledgements', () => {
  it('of one device are two seconds apart, and the last one covers all', async () => {
    const acks = createAcks({ broker }, 'metrics_seq');
    for (let seq = 1; seq <= 100; seq++) {
      acks.cover(SERIAL, seq, false);
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sent.at(-1)?.seq).toBe(100);
    expect(sent.length).toBeLessThanOrEqual(6);
    for (const [index, { at }] of sent.entries())
      if (index > 0) expect(at - sent[index - 1]!.at).toBeGreaterThanOrEqual(2_000);
    await acks.stop();
  });

  it('are sent for new and for repeated records only', async () => {
    const acks = createAcks({ broker }, 'metrics_seq');
    for (const resent of [false, false, true]) {
      acks.cover(SERIAL, 5, resent);
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect(sent.map(({ seq }) => seq)).toEqual([5, 5]);
    await acks.stop();
  });

  it('that the broker did not acknowledge are retried', async () => {
    const acks = createAcks({ broker }, 'metrics_seq');
    working = false;
    acks.cover(SERIAL, 5, false);
    await vi.advanceTimersByTimeAsync(3_000);
    working = true;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sent.map(({ seq }) => seq)).toEqual([5]);
    await acks.stop();
  });

  it('begin at the next tick, and end when they are stopped', async () => {
    const acks = createAcks({ broker }, 'metrics_seq');
    acks.cover(SERIAL, 5, false);
    await vi.advanceTimersByTimeAsync(249);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([{ at: Date.now(), seq: 5 }]);
    await acks.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are exactly two seconds apart while records arrive, separately for each device', async () => {
    const acks = createAcks({ broker }, 'metrics_seq');
    acks.cover(SERIAL, 1, false);
    await vi.advanceTimersByTimeAsync(250);
    const begun = Date.now();
    acks.cover(SERIAL, 2, false);
    acks.cover('9999-9999-9999-9999', 7, false);
    await vi.advanceTimersByTimeAsync(250);
    expect(sent.map(({ seq }) => seq)).toEqual([1, 7]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.slice(2)).toEqual([{ at: begun + 2_000, seq: 2 }]);
    await acks.stop();
  });

  it('wait for the broker, and are counted when it has acknowledged them', async () => {
    acksPublished.reset();
    const count = async () => (await acksPublished.get()).values[0]?.value;
    const publish = vi.spyOn(broker, 'publish');
    const acks = createAcks(
      {
        broker: {
          ...broker,
          publish,
          get connected() {
            return connected;
          },
        },
      },
      'metrics_seq',
    );
    let connected = false;
    acks.cover(SERIAL, 5, false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(publish).not.toHaveBeenCalled();
    connected = true;
    working = false;
    await vi.advanceTimersByTimeAsync(250);
    expect(await count()).toBe(0);
    working = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await count()).toBe(1);
    expect(publish).toHaveBeenLastCalledWith(topics.acks(SERIAL), '{"metrics_seq":5}', { qos: 1, retain: false });
    publish.mockRestore();
    await acks.stop();
  });

  it('that failed do not replace a newer one', async () => {
    const acks = createAcks({ broker }, 'metrics_seq');
    const failing = Promise.withResolvers<void>();
    const publish = vi.spyOn(broker, 'publish').mockReturnValueOnce(failing.promise);
    acks.cover(SERIAL, 5, false);
    await vi.advanceTimersByTimeAsync(250);
    acks.cover(SERIAL, 6, false);
    failing.reject(new Error('away'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.map(({ seq }) => seq)).toEqual([6]);
    publish.mockRestore();
    await acks.stop();
  });

  it('that are due are sent when the ingest stops, once', async () => {
    const acks = createAcks({ broker }, 'metrics_seq');
    acks.cover(SERIAL, 5, false);
    await vi.advanceTimersByTimeAsync(250);
    acks.cover(SERIAL, 6, false);
    await vi.advanceTimersByTimeAsync(250);
    expect(sent.map(({ seq }) => seq)).toEqual([5]);
    await acks.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.map(({ seq }) => seq)).toEqual([5, 6]);
  });

  it('do not keep the ingest from stopping while the broker is away', async () => {
    const acks = createAcks({ broker }, 'metrics_seq');
    working = false;
    acks.cover(SERIAL, 5, false);
    await acks.stop();
    expect(sent).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BrokerGateway } from '../../broker-gateway.ts';
import { createAcks } from './acks.ts';

const SERIAL = '1234-5678-9012-3456';
const sent: { at: number; seq: number }[] = [];
let working: boolean;
const broker: BrokerGateway = {
  connected: true,
  publish(_topic, payload) {
    if (!working) return Promise.reject(new Error('away'));
    sent.push({ at: Date.now(), seq: (JSON.parse(payload) as { metrics_seq: number }).metrics_seq });
    return Promise.resolve();
  },
  disconnect: () => Promise.resolve(),
};

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  working = true;
});
afterEach(() => vi.useRealTimers());

describe('acknowledgements', () => {
  it('of one device are two seconds apart, and the last one covers all', async () => {
    const acks = createAcks({ broker });
    for (let seq = 1; seq <= 100; seq++) {
      acks.cover(SERIAL, seq, false);
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sent.at(-1)?.seq).toBe(100);
    expect(sent.length).toBeLessThanOrEqual(6);
    for (const [index, { at }] of sent.entries())
      if (index > 0) expect(at - sent[index - 1]!.at).toBeGreaterThanOrEqual(2_000);
    acks.stop();
  });

  it('are sent when something is new, or was sent again, and else not', async () => {
    const acks = createAcks({ broker });
    for (const resent of [false, false, true]) {
      acks.cover(SERIAL, 5, resent);
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect(sent.map(({ seq }) => seq)).toEqual([5, 5]);
    acks.stop();
  });

  it('that the broker did not take are tried again', async () => {
    const acks = createAcks({ broker });
    working = false;
    acks.cover(SERIAL, 5, false);
    await vi.advanceTimersByTimeAsync(3_000);
    working = true;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sent.map(({ seq }) => seq)).toEqual([5]);
    acks.stop();
  });
});

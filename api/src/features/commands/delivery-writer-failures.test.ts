import { describe, expect, it, vi } from 'vitest';
import { commandsSettled, poisonRows } from '../../mqtt/metrics.ts';
import { publishedChange, unpublishedChange } from './delivery.ts';
import {
  ID,
  SERIAL,
  responseOf,
  setUpDeliveryWriter,
  turn,
  valueOf,
  useDeliveryClock,
} from './testing/delivery-writer-harness.ts';

useDeliveryClock();

/** The simulated clock runs an immediate that a timer has set a millisecond after that timer. */
const DEFERRED_MS = 1;

describe('a change of this instance', () => {
  it('that the command was sent waits 50 ms for a response', async () => {
    const { deliveries, applied } = setUpDeliveryWriter();
    deliveries.writeChange(publishedChange(ID, SERIAL, 900));
    await vi.advanceTimersByTimeAsync(49);
    expect(applied()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1 + DEFERRED_MS);
    expect(applied()).toHaveLength(1);
  });

  it('that the command was sent does not wait less because another device responds', async () => {
    const other = '9999-9999-9999-9999';
    const { deliveries, applied } = setUpDeliveryWriter();
    const stored = (): string[] => applied().map(({ values }) => String(values[1]));
    deliveries.writeChange(publishedChange(ID, SERIAL, 900));
    await vi.advanceTimersByTimeAsync(30);
    deliveries.writeChange(publishedChange(ID, other, 930));
    deliveries.writeResponse(responseOf({}, other), () => undefined);
    await vi.advanceTimersByTimeAsync(19);
    expect(stored()).toEqual([expect.stringContaining(other)]);
    await vi.advanceTimersByTimeAsync(1 + DEFERRED_MS);
    expect(stored()).toEqual([expect.stringContaining(other), expect.stringContaining(SERIAL)]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored()).toHaveLength(2);
  });

  it('is written before the end of a drain, and not after a stop', async () => {
    const { deliveries, applied } = setUpDeliveryWriter();
    deliveries.writeChange(publishedChange(ID, SERIAL, 900));
    const drained = deliveries.drain();
    await turn();
    await drained;
    expect(applied()).toHaveLength(1);
    deliveries.writeChange(publishedChange(ID, SERIAL, 900));
    deliveries.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that the command was not sent is written at once, without a query for its name', async () => {
    const { deliveries, settled, statements } = setUpDeliveryWriter();
    deliveries.writeChange(unpublishedChange(ID, SERIAL, 900, 'away'));
    await turn();
    expect(settled).toMatchObject([[{ event: 'unpublished', error: 'away' }]]);
    expect(statements.map(({ name }) => name)).toEqual(['apply-change', 'apply-changes']);
    expect(await valueOf(commandsSettled, { state: 'failed' })).toBe(1);
  });
});

describe('a change that Postgres rejects', () => {
  const rejection = Object.assign(new Error('secret value'), { code: '22P05' });

  it('is counted, logged without its values and done', async () => {
    const { deliveries, settled, warn } = setUpDeliveryWriter(() => Promise.reject(rejection));
    const done = vi.fn();
    deliveries.writeResponse(responseOf(), done);
    await turn();
    expect(done).toHaveBeenCalledOnce();
    expect(settled).toEqual([]);
    expect(await valueOf(poisonRows, { kind: 'responses' })).toBe(1);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { kind: 'responses', serial: SERIAL, error: 'Error', code: '22P05' },
      'Postgres rejected the response of a device',
    );
  });

  it('is logged with the device also if it is not a response', async () => {
    const { deliveries, warn } = setUpDeliveryWriter(() => Promise.reject(rejection));
    deliveries.writeChange(unpublishedChange(ID, SERIAL, 900, 'away'));
    await turn();
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ serial: SERIAL });
  });
});

describe('while Postgres is unavailable', () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });

  it('responses wait, are reported as stuck after ten seconds, and are drained afterwards', async () => {
    let broken = true;
    const { deliveries, settled } = setUpDeliveryWriter((count) =>
      broken ? Promise.reject(away) : { unknown: [], applied: Array.from({ length: count }, (_, index) => index) },
    );
    deliveries.writeResponse(responseOf(), () => undefined);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(deliveries.stuckBatches()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(deliveries.stuckBatches()).toEqual(['responses']);
    const drained = vi.fn();
    void deliveries.drain().then(drained);
    await turn();
    expect(drained).not.toHaveBeenCalled();
    broken = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(drained).toHaveBeenCalledOnce();
    expect(settled).toHaveLength(1);
    expect(deliveries.stuckBatches()).toEqual([]);
  });

  it('responses are dropped by stop', async () => {
    const { deliveries, settled, applied } = setUpDeliveryWriter();
    const done = vi.fn();
    deliveries.writeResponse(responseOf(), done);
    deliveries.stop();
    await turn();
    expect(applied()).toEqual([]);
    expect(settled).toEqual([]);
    expect(done).not.toHaveBeenCalled();
  });
});

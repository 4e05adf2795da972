import { silentDevices } from '@belfry/api/mqtt/metrics';
import { PRESENCE_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { topics } from '@belfry/schemas/mqtt/topics';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startIngestFeatures } from '../../support/services/ingest-features.ts';
import { iso, NOW, statusCalls } from '../../support/services/ingest-messages.ts';
import { until } from '../../support/until.ts';

let ingest: Awaited<ReturnType<typeof startIngestFeatures>>;
beforeAll(async () => {
  ingest = await startIngestFeatures();
});
afterAll(() => ingest.stop());
beforeEach(() => ingest.reset());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const { receiveStatus, stateOf, publishedStatuses } = statusCalls(() => ingest);

describe('the presence sweep', () => {
  async function onlineAt(receivedAt: number): Promise<string> {
    const { serial } = await ingest.device();
    receiveStatus(serial, { hostname: 'speaker', ip: '10.0.0.1', device_version: '1.2' }, { receivedAt });
    await ingest.drain();
    ingest.onStatusesChanged.mockClear();
    return serial;
  }
  const silentCount = async () => (await silentDevices.get()).values[0]?.value ?? 0;

  it('marks devices as offline after 90 s without a message, and publishes that on their status topics', async () => {
    const count = await silentCount();
    const serial = await onlineAt(NOW);
    await ingest.presence.sweep(NOW + PRESENCE_TIMEOUT_MS);
    expect(await stateOf(serial)).toMatchObject({ status: 'online', silent: false });
    expect(ingest.onStatusesChanged).not.toHaveBeenCalled();
    const now = NOW + PRESENCE_TIMEOUT_MS + 1;
    await ingest.presence.sweep(now);
    expect(await stateOf(serial)).toMatchObject({ status: 'offline', silent: true });
    expect(ingest.onStatusesChanged).toHaveBeenCalledOnce();
    expect(publishedStatuses(serial)).toEqual([
      {
        topic: topics.status(serial),
        payload: {
          status: 'offline',
          at: iso(now),
          by: 'api',
          hostname: 'speaker',
          ip: '10.0.0.1',
          device_version: '1.2',
        },
      },
    ]);
    expect(await silentCount()).toBeGreaterThan(count);
    const after = await silentCount();
    await ingest.presence.sweep(now + 1);
    expect(await silentCount()).toBe(after);
  });

  it('uses the time of messages that are not stored with their time, once', async () => {
    const serial = await onlineAt(NOW);
    ingest.presence.recordMessage(serial, NOW + 50_000);
    await ingest.presence.sweep(NOW + PRESENCE_TIMEOUT_MS + 1);
    expect(await stateOf(serial)).toMatchObject({ status: 'online', last_seen: new Date(NOW + 50_000) });
    const query = vi.spyOn(ingest.pool, 'query');
    await ingest.presence.sweep(NOW + PRESENCE_TIMEOUT_MS + 2);
    expect(query).toHaveBeenCalledOnce();
  });

  it('brings back a silent device whose message it was notified of', async () => {
    const serial = await onlineAt(NOW);
    await ingest.presence.sweep(NOW + PRESENCE_TIMEOUT_MS + 1);
    ingest.broker.published.length = 0;
    ingest.onStatusesChanged.mockClear();
    ingest.presence.recordMessage(serial, NOW + 200_000);
    ingest.health.since = null;
    await ingest.presence.sweep(NOW + 200_001);
    expect(await stateOf(serial)).toMatchObject({ status: 'online' });
    expect(ingest.onStatusesChanged).toHaveBeenCalledOnce();
    await until('the status is published', () => publishedStatuses(serial).length > 0);
    expect(publishedStatuses(serial)).toMatchObject([{ payload: { status: 'online', at: iso(NOW), by: 'api' } }]);
  });

  it.each([
    ['not now', () => null, false],
    ['for less than ninety seconds', (now: number) => now - PRESENCE_TIMEOUT_MS + 1, false],
    ['for ninety seconds', (now: number) => now - PRESENCE_TIMEOUT_MS, true],
  ])('marks devices only if the ingest was healthy %s', async (_what, since, silent) => {
    const serial = await onlineAt(NOW);
    const now = NOW + 10 * PRESENCE_TIMEOUT_MS;
    ingest.health.since = since(now);
    await ingest.presence.sweep(now);
    expect(await stateOf(serial)).toMatchObject({ silent });
  });

  it('ignores devices that are offline already', async () => {
    const serial = await onlineAt(NOW);
    receiveStatus(serial, { status: 'offline' }, { receivedAt: NOW + 1, live: false });
    await ingest.drain();
    await ingest.presence.sweep(NOW + 10 * PRESENCE_TIMEOUT_MS);
    expect(await stateOf(serial)).toMatchObject({ silent: false });
    expect(publishedStatuses(serial)).toEqual([]);
  });
});

describe('an error', () => {
  it('of a value that Postgres cannot store is logged with the device, and the others are stored', async () => {
    const warn = vi.spyOn(ingest.log, 'warn').mockReturnValue(undefined);
    const [{ serial }, { serial: other }] = [await ingest.device(), await ingest.device()];
    receiveStatus(serial, { hostname: 'a\u0000' });
    receiveStatus(other, { hostname: 'fine' });
    const body = { state: 'play', volume: 1, current_track: 'a\u0000', position: 0, duration: 0 } as const;
    const rest = { percentage: 0, playlist_length: 0, at: iso(NOW) };
    ingest.players.accept(ingest.message<'player'>({ kind: 'player', serial, channel: 'radio' }, { ...body, ...rest }));
    await ingest.drain();
    expect(warn.mock.calls.map(([line]) => line)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'status', serial }),
        expect.objectContaining({ kind: 'player', serial, channel: 'radio' }),
      ]),
    );
    expect(await stateOf(other)).toMatchObject({ hostname: 'fine' });
  });

  it('in a scheduled sweep is logged, unless Postgres is unavailable', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const error = vi.fn();
    const { presence, log, pool, stop } = await startIngestFeatures({ sweeps: true });
    log.error = error;
    const query = vi
      .spyOn(pool, 'query')
      .mockRejectedValueOnce(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
      .mockRejectedValueOnce(new Error('broken'))
      .mockRejectedValue(new Error('more'));
    presence.recordMessage('1234-5678-9012-3456', 1);
    vi.advanceTimersByTime(9_999);
    expect(query).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await until('the first sweep', () => query.mock.calls.length === 1);
    presence.recordMessage('1234-5678-9012-3456', 1);
    vi.advanceTimersByTime(10_000);
    await until('it is logged', () => error.mock.calls.length > 0);
    expect(error.mock.calls).toEqual([
      [{ err: expect.objectContaining({ message: 'broken' }) }, 'the presence sweep failed'],
    ]);
    await stop();
    query.mockClear();
    vi.advanceTimersByTime(60_000);
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
  });

  it('while publishing a status does not stop the sweep', async () => {
    const { serial } = await ingest.device();
    receiveStatus(serial, {}, { receivedAt: NOW });
    await ingest.drain();
    const publish = vi.spyOn(ingest.broker, 'publish').mockRejectedValue(new Error('away'));
    await ingest.presence.sweep(NOW + PRESENCE_TIMEOUT_MS + 1);
    expect(publish).toHaveBeenCalledWith(topics.status(serial), expect.any(String), { qos: 1, retain: true });
    expect(await stateOf(serial)).toMatchObject({ silent: true });
  });
});

import { silentDevices } from '@belfry/api/mqtt/metrics';
import { PRESENCE_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { PlayerMessage, StatusMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { statusMessage } from '../support/mqtt-device.ts';
import { startIngestFeatures } from '../support/ingest-features.ts';
import { until } from '../support/until.ts';

let ingest: Awaited<ReturnType<typeof startIngestFeatures>>;
beforeAll(async () => {
  ingest = await startIngestFeatures();
});
afterAll(() => ingest.stop());
beforeEach(() => {
  ingest.broker.published.length = 0;
  ingest.acknowledged.length = 0;
  ingest.health.since = 0;
  ingest.onStatusesChanged.mockClear();
  ingest.onOnline.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const NOW = Date.UTC(2026, 10, 20, 12);
const iso = (ms: number): string => new Date(ms).toISOString();
type Flags = Parameters<typeof ingest.message>[2];

function receiveStatus(serial: string, status: Partial<StatusMessage>, flags: Flags = {}): number {
  const message = ingest.message<'status'>(
    { kind: 'status', serial },
    { ...statusMessage(), at: iso(NOW), ...status },
    flags,
  );
  ingest.statuses.accept(message);
  return message.ackToken.packetId;
}
type Row = { status: string; silent: boolean; last_seen: Date | null; hostname: string | null; players: object };
async function stateOf(serial: string): Promise<Row | undefined> {
  const { rows } = await ingest.pool.query<Row>(
    'select s.* from device_state s join devices using (device_id) where serial = $1',
    [serial],
  );
  return rows[0];
}
const publishedStatuses = (serial: string) =>
  ingest.broker.published.filter(({ topic }) => topic === topics.status(serial));

describe('status messages', () => {
  it('are stored, then acknowledged, and devices that come online are notified about', async () => {
    const [first, second] = [await ingest.device(), await ingest.device()];
    const ids = [
      receiveStatus(first.serial, { hostname: 'one' }),
      receiveStatus(second.serial, { status: 'maintenance' }),
    ];
    expect(ingest.acknowledged).toEqual([]);
    await ingest.drain();
    expect(ingest.acknowledged).toEqual(ids);
    expect(await stateOf(first.serial)).toMatchObject({ status: 'online', hostname: 'one' });
    expect(await stateOf(second.serial)).toMatchObject({ status: 'maintenance' });
    expect(ingest.onStatusesChanged).toHaveBeenCalledOnce();
    expect(ingest.onOnline).toHaveBeenCalledExactlyOnceWith([first.serial]);
  });

  it('of one device in a batch are stored as the last of them, and all are acknowledged', async () => {
    const { serial } = await ingest.device();
    const ids = [
      receiveStatus(serial, { hostname: 'one' }),
      receiveStatus(serial, { status: 'offline' }),
      receiveStatus(serial, { hostname: 'three' }),
    ];
    await ingest.drain();
    expect(await stateOf(serial)).toMatchObject({ status: 'online', hostname: 'three' });
    expect(ingest.acknowledged).toEqual(ids);
    expect(ingest.onOnline).toHaveBeenCalledExactlyOnceWith([serial]);
  });

  it('without changes cause no notification, and a retained one does not report that a device has come online', async () => {
    const { serial } = await ingest.device();
    receiveStatus(serial, {});
    await ingest.drain();
    ingest.onStatusesChanged.mockClear();
    ingest.onOnline.mockClear();
    receiveStatus(serial, {}, { live: false });
    await ingest.drain();
    expect(ingest.onStatusesChanged).not.toHaveBeenCalled();
    expect(ingest.onOnline).not.toHaveBeenCalled();
  });

  it('that the api published itself are only acknowledged', async () => {
    const { serial } = await ingest.device();
    const query = vi.spyOn(ingest.pool, 'query');
    const id = receiveStatus(serial, { by: 'api' });
    await ingest.drain();
    expect(ingest.acknowledged).toEqual([id]);
    expect(query).not.toHaveBeenCalled();
    expect(ingest.onOnline).not.toHaveBeenCalled();
  });

  it.each([
    ['older than the stored one', -1_000, { receivedAt: NOW }, 'one'],
    ['as old as the stored one', 0, { receivedAt: NOW }, 'two'],
    ['of a clock that went back by two minutes', -120_000, { receivedAt: NOW }, 'one'],
    ['of a clock that went back further', -120_001, { receivedAt: NOW }, 'two'],
    // A message that is not live only affects the status.
    ['of a clock that went back further, but sent again', -120_001, { receivedAt: NOW, live: false }, 'one'],
    ['after one of a clock that ran ahead', -1_000, { receivedAt: NOW - 120_001 }, 'two'],
    ['after one of a clock that may run so far ahead', -1_000, { receivedAt: NOW - 120_000 }, 'one'],
  ])('%s', async (_what, differenceMs, flags, hostname) => {
    const { serial } = await ingest.device();
    receiveStatus(serial, { hostname: 'one' }, { receivedAt: NOW });
    await ingest.drain();
    receiveStatus(serial, { hostname: 'two', at: iso(NOW + differenceMs) }, flags);
    await ingest.drain();
    expect(await stateOf(serial)).toMatchObject({ hostname });
  });
});

describe('players', () => {
  const player = (volume: number, at = NOW): PlayerMessage => ({
    state: 'play',
    volume,
    current_track: 'x',
    position: 0,
    duration: 0,
    percentage: 0,
    playlist_length: 0,
    at: iso(at),
  });
  function receivePlayer(serial: string, channel: 'music' | 'radio', volume: number, flags: Flags = {}): number {
    const message = ingest.message<'player'>({ kind: 'player', serial, channel }, player(volume), flags);
    ingest.players.accept(message);
    return message.ackToken.packetId;
  }

  it('are stored by channel, the last of each in a batch, and all are acknowledged', async () => {
    const [{ serial }, { serial: other }] = [await ingest.device(), await ingest.device()];
    const ids = [
      receivePlayer(serial, 'music', 1),
      receivePlayer(serial, 'radio', 2),
      receivePlayer(serial, 'music', 3),
      receivePlayer(other, 'music', 4),
    ];
    expect(ingest.acknowledged).toEqual([]);
    await ingest.drain();
    expect(ingest.acknowledged).toEqual(ids);
    expect(await stateOf(serial)).toMatchObject({ players: { music: player(3), radio: player(2) } });
    expect(await stateOf(other)).toMatchObject({ players: { music: player(4) } });
  });

  it('of a silent device bring it back online', async () => {
    const { serial } = await ingest.device();
    receiveStatus(serial, {}, { receivedAt: NOW });
    await ingest.drain();
    await ingest.presence.sweep(NOW + PRESENCE_TIMEOUT_MS + 1);
    expect(await stateOf(serial)).toMatchObject({ status: 'offline', silent: true });
    ingest.broker.published.length = 0;
    receivePlayer(serial, 'music', 1, { receivedAt: NOW + 200_000 });
    await ingest.drain();
    expect(await stateOf(serial)).toMatchObject({ status: 'online', silent: false });
    await until('the status is published', () => publishedStatuses(serial).length > 0);
    expect(publishedStatuses(serial)).toMatchObject([{ payload: { status: 'online', by: 'api' } }]);
  });
});

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
    const { presence, log, pool, stop } = await startIngestFeatures();
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
    query.mockRestore();
    await stop();
    expect(vi.getTimerCount()).toBe(0);
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

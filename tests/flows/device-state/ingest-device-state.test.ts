import { PRESENCE_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { PlayerMessage } from '@belfry/schemas/mqtt/messages';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startIngestFeatures } from '../../support/services/ingest-features.ts';
import { iso, NOW, statusCalls, type Flags } from '../../support/services/ingest-messages.ts';
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

  it('that are last wills leave what the device has reported about itself', async () => {
    const { serial } = await ingest.device();
    const reported = { device_version: '2.0', hostname: 'hall', ip: '10.1.2.3' };
    receiveStatus(serial, reported);
    await ingest.drain();
    receiveStatus(serial, { status: 'offline', device_version: '1.0', hostname: 'old', ip: '10.0.0.1' });
    await ingest.drain();
    expect(await stateOf(serial)).toMatchObject({ status: 'offline', ...reported });
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
    ['older than the stored one', 'one', -1_000, { receivedAt: NOW }],
    ['as old as the stored one', 'two', 0, { receivedAt: NOW }],
    ['of a clock that went back by two minutes', 'one', -120_000, { receivedAt: NOW }],
    ['of a clock that went back further', 'two', -120_001, { receivedAt: NOW }],
    // A message that is not live only affects the status.
    ['of a clock that went back further, but sent again', 'one', -120_001, { receivedAt: NOW, live: false }],
    ['after one of a clock that ran ahead', 'two', -1_000, { receivedAt: NOW - 120_001 }],
    ['after one of a clock that may run so far ahead', 'one', -1_000, { receivedAt: NOW - 120_000 }],
  ])('%s leaves the state of message %s', async (_what, hostname, differenceMs, flags) => {
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

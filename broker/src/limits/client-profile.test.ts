import { MAX_DEVICE_PAYLOAD_BYTES } from '@belfry/schemas/mqtt/device-messages';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseConfig } from '../config.ts';
import type { Connection } from '../transport/connection.ts';
import { applyProfile, ordinaryPacketBytes, pendingLimits, profiles } from './client-profile.ts';
import type { TokenBucket } from './token-bucket.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SERVICE_SECRET = 'a-secret-for-the-tests';
const config = parseConfig({
  SERVICE_SECRET,
  DEVICE_PACKET_BURST: '10',
  DEVICE_FILTER_BURST: '20',
  DEVICE_BYTE_BURST: '3000',
  CONSOLE_PACKET_BURST: '40',
  CONSOLE_FILTER_BURST: '50',
  CONSOLE_BYTE_BURST: '6000',
});

function burstOf(bucket: TokenBucket | null): number | null {
  if (!bucket) return null;
  let burst = 0;
  // No time passes here, in which the bucket would be filled again.
  const now = performance.now();
  while (bucket.take(10, now) === 0) burst += 10;
  return burst;
}

it.each([
  ['device', [10, 20, 3_000]],
  ['console', [40, 50, 6_000]],
  ['service', [null, null, null]],
] as const)('a %s gets its rates of packets, filters and bytes', (kind, expected) => {
  const connection = { bucket: null, filterBucket: null, byteBucket: null } as unknown as Connection;
  applyProfile(connection, profiles(config)[kind]);
  expect([connection.bucket, connection.filterBucket, connection.byteBucket].map(burstOf)).toEqual(expected);
});

const capacity = parseConfig({
  SERVICE_SECRET,
  MAX_PACKET_BYTES: '500000',
  MAX_BUFFERED_BYTES: '100000',
  MAX_SERVICE_BUFFERED_BYTES: '200000',
  MAX_SUBSCRIPTIONS: '11',
  MAX_DEVICE_SUBSCRIPTIONS: '12',
  MAX_SERVICE_SUBSCRIPTIONS: '13',
  MAX_CONSOLE_CONNECTIONS: '14',
  MAX_SERVICE_CONNECTIONS: '15',
  WINDOW_MESSAGES: '16',
  SERVICE_WINDOW_MESSAGES: '17',
  QUEUE_MESSAGES: '18',
  DEVICE_QUEUE_MESSAGES: '19',
  SERVICE_QUEUE_MESSAGES: '20',
  DEVICE_QUEUE_BYTES: '30000',
  SERVICE_QUEUE_BYTES: '40000',
  SESSION_EXPIRY_S: '21',
  SERVICE_SESSION_EXPIRY_S: '22',
});
const LARGEST_OF_A_DEVICE = ordinaryPacketBytes(capacity);

it('a device has its own queue and subscriptions, and packets as large as its largest message', () => {
  expect(profiles(capacity).device).toMatchObject({
    maxPacketBytes: LARGEST_OF_A_DEVICE,
    maxBuffered: 100_000,
    maxSubscriptions: 12,
    session: {
      perOwner: 14,
      evictable: true,
      windowMessages: 16,
      windowBytes: 15_000,
      queueMessages: 19,
      queueBytes: 30_000,
      expiryMs: 21_000,
    },
  });
});

it('a console has packets no larger than a device has', () => {
  expect(profiles(capacity).console).toMatchObject({
    maxPacketBytes: LARGEST_OF_A_DEVICE,
    maxBuffered: 100_000,
    maxSubscriptions: 11,
    session: {
      perOwner: 14,
      evictable: true,
      windowMessages: 16,
      windowBytes: 50_000,
      queueMessages: 18,
      queueBytes: 100_000,
      expiryMs: 21_000,
    },
  });
});

it('the api has its own limits, and sessions that are not evictable', () => {
  expect(profiles(capacity).service).toMatchObject({
    maxPacketBytes: 500_000,
    maxBuffered: 200_000,
    maxSubscriptions: 13,
    session: {
      perOwner: 15,
      evictable: false,
      windowMessages: 17,
      windowBytes: 50_000,
      queueMessages: 20,
      queueBytes: 40_000,
      expiryMs: 22_000,
    },
  });
});

it('packets of devices and consoles hold the largest payload of a device, unless all packets are smaller', () => {
  expect(LARGEST_OF_A_DEVICE).toBe(MAX_DEVICE_PAYLOAD_BYTES + 1024);
  expect(ordinaryPacketBytes(parseConfig({ SERVICE_SECRET, MAX_PACKET_BYTES: '2000' }))).toBe(2_000);
});

it('a connection gets the packet size and the output buffer of its kind', () => {
  const connection = { maxPacketBytes: 0, maxBuffered: 0 } as unknown as Connection;
  applyProfile(connection, profiles(capacity).service);
  expect(connection).toMatchObject({ maxPacketBytes: 500_000, maxBuffered: 200_000 });
});

it('connections that are not authenticated are limited alike over TCP and TLS, and on their own over WebSocket', () => {
  const limits = pendingLimits(
    parseConfig({
      SERVICE_SECRET,
      MAX_PENDING_TCP: '4',
      MAX_PENDING_TCP_PER_ADDRESS: '3',
      MAX_PENDING_WS: '2',
      MAX_PENDING_WS_PER_ADDRESS: '1',
    }),
  );
  expect(limits).toEqual({
    mqtt: { total: 4, perAddress: 3 },
    mqtts: { total: 4, perAddress: 3 },
    ws: { total: 2, perAddress: 1 },
  });
});

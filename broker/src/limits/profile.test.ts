import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseConfig } from '../config.ts';
import type { Connection } from '../transport/connection.ts';
import { applyProfile, profiles } from './profile.ts';
import type { TokenBucket } from './token-bucket.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const config = parseConfig({
  SERVICE_SECRET: 'a-secret-for-the-tests',
  DEVICE_PACKET_BURST: '10',
  DEVICE_FILTER_BURST: '20',
  DEVICE_BYTE_BURST: '3000',
  CONSOLE_PACKET_BURST: '40',
  CONSOLE_FILTER_BURST: '50',
  CONSOLE_BYTE_BURST: '6000',
});

/** How many can be taken at once before it is time to wait. */
function burstOf(bucket: TokenBucket | null): number | null {
  if (!bucket) return null;
  let burst = 0;
  while (bucket.take(10, performance.now()) === 0) burst += 10;
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

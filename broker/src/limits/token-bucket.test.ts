import { expect, it } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

it('allows a burst, then returns how long to wait, and refills up to the burst', () => {
  const bucket = new TokenBucket(100, 10, 0);
  expect(bucket.take(10, 0)).toBe(0);
  expect(bucket.take(5, 0)).toBe(50);
  expect(bucket.take(0, 50)).toBe(0);
  expect(bucket.take(11, 60_000)).toBe(10);
});

it('refills in proportion to the time', () => {
  const bucket = new TokenBucket(100, 10, 1_000);
  bucket.take(10, 1_000);
  expect(bucket.take(3, 1_020)).toBe(10);
  expect(bucket.take(2, 1_050)).toBe(0);
});

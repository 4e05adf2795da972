import { expect, it } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

it('allows a burst, then returns how long to wait, and refills up to the burst', () => {
  const bucket = new TokenBucket(100, 10, 0);
  expect(bucket.take(10, 0)).toBe(0);
  expect(bucket.take(5, 0)).toBe(50);
  expect(bucket.take(0, 50)).toBe(0);
  expect(bucket.take(11, 60_000)).toBe(10);
});

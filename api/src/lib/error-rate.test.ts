import { expect, it } from 'vitest';
import { describeErrorRate, exceedsErrorRate } from './error-rate.ts';

it('is exceeded once success of all open attempts cannot keep it', () => {
  expect(exceedsErrorRate(0.1, { counted: 2, failures: 2, open: 18 })).toBe(false);
  expect(exceedsErrorRate(0.1, { counted: 2, failures: 2, open: 17 })).toBe(true);
});

it('is not exceeded by rounding, nor at all where every failure is allowed', () => {
  expect(exceedsErrorRate(0.29, { counted: 100, failures: 29, open: 0 })).toBe(false);
  expect(exceedsErrorRate(1, { counted: 3, failures: 3, open: 0 })).toBe(false);
});

it('is described in percent', () => {
  expect(describeErrorRate({ counted: 3, failures: 2 })).toBe(
    '2 of 3 devices failed (67 %), which is more than allowed',
  );
});

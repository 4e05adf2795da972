import { expect, it } from 'vitest';
import { quotaOfAccount } from './account-quotas.ts';

it.each([
  [200, true, 200],
  [200, false, 20],
  [15, false, 1],
  [1, false, 1],
])('%i with full quotas %s are %i', (most, full_quotas, expected) =>
  expect(quotaOfAccount(most, { full_quotas })).toBe(expected),
);

import { expect, it } from 'vitest';
import { secretMatcher } from './secret.ts';

it('is matched by itself only, whatever its length', () => {
  const matches = secretMatcher('secret');
  expect(['secret', 'Secret', 'secre', 'secret ', ''].map(matches)).toEqual([true, false, false, false, false]);
});

import { expect, it } from 'vitest';
import { choosePath } from './choose-path.ts';

it.each([
  [1, 1, 'mqtt'],
  [200, 3, 'mqtt'],
  [201, 1, 'http'],
  [1_000, 1, 'http'],
  [201, 2, 'record'],
  [1_001, 1, 'record'],
  // All of them have firmware that plays no live pages.
  [0, 1, 'record'],
] as const)('%i devices of %i instances: %s', (devices, instances, path) =>
  expect(choosePath({ devices, instances })).toBe(path),
);

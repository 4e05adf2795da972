import { expect, it } from 'vitest';
import { matches } from './topic-filter.ts';

it.each([
  ['a/b', 'a/b', true],
  ['a/b', 'a/c', false],
  ['a/+', 'a/b', true],
  ['a/+', 'a', false],
  ['a/+', 'a/b/c', false],
  ['a/#', 'a/b/c', true],
  ['a/#', 'a', true],
  ['+/b/#', 'a/b', true],
  ['#', 'a/b', true],
])('%s over %s: %s', (filter, topic, fits) => expect(matches(filter, topic)).toBe(fits));

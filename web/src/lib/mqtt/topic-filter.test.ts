import { expect, it } from 'vitest';
import { isWildcard, matches } from './topic-filter.ts';

it.each([
  ['a/b', 'a/b', true],
  ['a/b', 'a/c', false],
  ['a/+', 'a/b', true],
  ['a/+', 'a', false],
  ['a/+', 'a/b/c', false],
  ['a/#', 'a/b/c', true],
  ['a/#', 'a', true],
  ['a/#', 'ab', false],
  ['a/+/#', 'a', false],
  ['a/b', 'a/b/c', false],
  ['a/b', 'a', false],
  ['+/+', 'a/', true],
  ['+', 'a/b', false],
  ['+/b/#', 'a/b', true],
  ['#', 'a/b', true],
])('%s over %s: %s', (filter, topic, fits) => expect(matches(filter, topic)).toBe(fits));

it.each([
  ['a/b', false],
  ['a/+/b', true],
  ['+', true],
  ['a/#', true],
  ['#', true],
])('%s names more than one topic: %s', (filter, wildcard) => expect(isWildcard(filter)).toBe(wildcard));

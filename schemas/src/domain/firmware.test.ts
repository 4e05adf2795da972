import { expect, it } from 'vitest';
import { isVersionBelow } from './firmware.ts';

it.each([
  ['3.4', '3.5', true],
  ['3.9', '3.10', true],
  ['3.9.9', '4', true],
  ['3', '3.0', true],
  ['3.5', '3.5', false],
  ['3.5', '3.4', false],
  ['3.10', '3.9', false],
  ['3.0', '3', false],
  ['3.4', 'nightly', false],
  ['beta', '3.4', false],
  ['', '3.4', false],
])('%j is below %j: %s', (version, other, expected) => expect(isVersionBelow(version, other)).toBe(expected));

import { expect, it } from 'vitest';
import { checkSection } from './password-section.tsx';

it.each([
  ['', 'Secret-1', 'other', 'current_required'],
  ['Old-1', 'abc', 'abd', 'mismatch'],
  ['Old-1', 'abc', 'abc', 'too_short'],
  ['Old-1', 'abcdef', 'abcdef', 'too_simple'],
])('from %j to %j, confirmed by %j, is %s', (current, next, confirm, text) => {
  expect(checkSection({ current, next, confirm })?.text).toBe(text);
});

it('accepts a valid password', () => {
  expect(checkSection({ current: 'Old-1', next: 'Secret-1', confirm: 'Secret-1' })).toBeNull();
});

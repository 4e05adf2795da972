import { describe, expect, it } from 'vitest';
import { checkPasswordChange } from './password-form.tsx';

describe('checkPasswordChange', () => {
  it.each([
    ['', '', '', 'current', 'current_required'],
    ['Old-1', 'Ab1', 'x', 'next', 'too_short'],
    ['Old-1', 'abcdef', 'x', 'next', 'too_simple'],
    ['Abcdef1', 'Abcdef1', 'Abcdef2', 'confirm', 'mismatch'],
    ['Abcdef1', 'Abcdef1', 'Abcdef1', 'next', 'same'],
  ])('%j → %j, %j: %s %s', (current, next, confirm, field, text) => {
    expect(checkPasswordChange({ current, next, confirm }, { askCurrent: true })).toEqual({ field, text });
  });
  it('accepts a valid password', () => {
    const passwords = { current: 'Old-1', next: 'Abcdef1', confirm: 'Abcdef1' };
    expect(checkPasswordChange(passwords, { askCurrent: true })).toBeNull();
  });
  it('requires no current password with a link', () => {
    const passwords = { current: '', next: 'Abcdef1', confirm: 'Abcdef1' };
    expect(checkPasswordChange(passwords, { askCurrent: false })).toBeNull();
  });
});

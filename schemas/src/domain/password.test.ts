import { describe, expect, it } from 'vitest';
import { newPasswordSchema, passwordProblem, passwordSchema, passwordStrength } from './password.ts';

describe('the password rule', () => {
  it.each([
    ['Abc12', 'too_short'],
    ['abcdef1', 'too_simple'],
    ['ABCDEF1', 'too_simple'],
    ['Abcdefg', 'too_simple'],
    ['Abcde1', null],
    ['Пароль1', null],
  ])('%s: %s', (password, problem) => {
    expect(passwordProblem(password)).toBe(problem);
    expect(passwordSchema.safeParse(password).success).toBe(problem === null);
  });

  it('mentions the new password when one is replaced', () => {
    expect(passwordSchema.safeParse('a').error?.issues[0]?.message).toBe('Password must be at least 6 characters long');
    expect(newPasswordSchema.safeParse('abcdefg').error?.issues[0]?.message).toBe(
      'New password must contain at least one uppercase letter, one lowercase letter, and one number',
    );
  });

  it('rejects passwords that are too long to hash in reasonable time', () => {
    expect(passwordSchema.safeParse(`Aa1${'x'.repeat(198)}`).success).toBe(false);
  });
});

describe('the strength of a password', () => {
  it.each([
    ['', 0, 'weak'],
    ['a', 1, 'weak'],
    ['aB', 2, 'weak'],
    ['aB1', 3, 'medium'],
    ['abcdef1', 3, 'medium'],
    ['abcdefg1', 4, 'medium'],
    ['Abcdef1', 4, 'medium'],
    ['Abcdefg1', 5, 'strong'],
    ['Abcde1!', 5, 'strong'],
    ['Abcdefg1!', 6, 'strong'],
  ])('%s scores %i: %s', (password, score, level) => {
    expect(passwordStrength(password)).toEqual({ score, level });
  });
});

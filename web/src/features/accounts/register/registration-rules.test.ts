import { describe, expect, it } from 'vitest';
import en from '../../../locales/en/register.json';
import type { Registration } from '../../../lib/session/registration-draft.ts';
import { EMPTY_REGISTRATION } from './registration.ts';
import { checkRegistration } from './registration-rules.ts';

const GOOD: Registration = {
  ...EMPTY_REGISTRATION,
  name: 'Ann',
  email: 'ann@belfry.test',
  phone: '916 123-45-67',
  country: 'RU',
  password: 'Secret1',
  confirmPassword: 'Secret1',
  cookies: true,
  personalData: true,
};
const textOf = (patch: Partial<Registration>): string | null => {
  const problem = checkRegistration({ ...GOOD, ...patch });
  return problem && `${problem.field}: ${en.rules[problem.text]}`;
};

describe('checkRegistration', () => {
  it('accepts a valid form', () => expect(textOf({})).toBeNull());

  it.each<[Partial<Registration>, string]>([
    [{ name: ' A ' }, 'name: Name must be at least 2 characters long'],
    [{ email: '  ' }, 'email: Email is required'],
    [{ email: 'ann@' }, 'email: Please enter a valid email address'],
    [{ phone: ' ' }, 'phone: Phone number is required'],
    [{ phone: '(202) 555-0143 ext. 5' }, 'phone: Please enter the number without an extension'],
    [{ phone: '123456' }, 'phone: Please enter a valid phone number (7-12 digits)'],
    [{ phone: '1234567890123' }, 'phone: Please enter a valid phone number (7-12 digits)'],
    [{ country: '' }, 'country: Country is required'],
    [{ language: '' }, 'language: Language is required'],
    [{ password: 'Ab1' }, 'password: Password must be at least 6 characters long'],
    [
      { password: 'abcdef1' },
      'password: Password must contain at least one uppercase letter, one lowercase letter, and one number',
    ],
    [{ confirmPassword: 'Secret2' }, 'confirmPassword: Passwords do not match'],
    [{ cookies: false }, 'cookies: Please accept the use of cookies'],
    [{ personalData: false }, 'personalData: Please accept the use of your personal data'],
  ])('%j', (patch, text) => expect(textOf(patch)).toBe(text));

  it.each(['1234567', '123456789012', '(916) 123-45-67'])('accepts the phone %s', (phone) => {
    expect(textOf({ phone })).toBeNull();
  });

  it('returns the first of several errors', () => {
    expect(textOf({ cookies: false, password: '', email: '' })).toBe('email: Email is required');
  });
});

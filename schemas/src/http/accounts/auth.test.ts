import { describe, expect, it } from 'vitest';
import { updateProfileBodySchema } from './profile.ts';
import { registerBodySchema } from './registration.ts';

const registration = {
  name: 'Ada Lovelace',
  email: 'ada@belfry.test',
  phone: '+442079460958',
  country: 'United Kingdom',
  country_code: 'gb',
  lang: 'en',
  password: 'Secret-1',
};
const firstWord = (body: object) => registerBodySchema.safeParse(body).error?.issues[0]?.message;

describe('registration', () => {
  it('requires every required field, and reports the first missing one', () => {
    const { name: _1, ...nameless } = registration;
    expect(firstWord({})).toBe('Name must be at least 2 characters long');
    expect(firstWord(nameless)).toBe('Name must be at least 2 characters long');
    expect(firstWord({ ...registration, email: ' ', phone: '' })).toBe('Email is required');
    expect(firstWord({ ...registration, email: 'a@b@c', password: '' })).toBe('Please enter a valid email address');
    expect(firstWord({ ...registration, phone: '', password: '' })).toBe('Phone number is required');
    expect(firstWord({ ...registration, country_code: '', lang: '' })).toBe('Country is required');
    expect(firstWord({ ...registration, lang: '', password: '' })).toBe('Language is required');
    expect(firstWord({ ...registration, password: 'Abc1' })).toBe('Password must be at least 6 characters long');
    expect(registerBodySchema.parse(registration)).toMatchObject({ country_code: 'GB', phone: '+442079460958' });
  });

  it('rejects fields that users may not set', () => {
    for (const extra of [{ role: 'root' }, { id: 1 }, { email_confirm: true }, { password_hash: 'x' }]) {
      expect(registerBodySchema.safeParse({ ...registration, ...extra }).success).toBe(false);
    }
  });

  it('rejects line breaks in texts that are used in mail headers', () => {
    expect(registerBodySchema.safeParse({ ...registration, name: 'Ada\r\nBcc: all@belfry.test' }).success).toBe(false);
    expect(registerBodySchema.safeParse({ ...registration, email: 'ada@belfry.test\nbcc:x@y.test' }).success).toBe(
      false,
    );
    expect(registerBodySchema.safeParse({ ...registration, email: 'ada@belfry.test,x@y.test' }).success).toBe(false);
  });
});

describe('a change of the profile', () => {
  it('contains only the given fields', () => {
    expect(updateProfileBodySchema.parse({ utc_offset: '+02:00' })).toEqual({ utc_offset: 120 });
    expect(updateProfileBodySchema.parse({ city: ' ', country_code: '' })).toEqual({ city: null, country_code: null });
    expect(updateProfileBodySchema.safeParse({ role: 'root' }).success).toBe(false);
  });
});

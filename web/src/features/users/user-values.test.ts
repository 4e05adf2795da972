import { expect, it } from 'vitest';
import { addBodyOf, isMail, isPass, missingIn, NEW_USER, refusedField, updatesOf } from './user-values.ts';

const FULL = {
  ...NEW_USER,
  email: ' ada@belfry.test ',
  pass: 'Secret-1',
  phone: ' ',
  name: ' Ada ',
  role: 'admin',
} as const;

it.each([
  [{}, null],
  [{ phone: '' }, null],
  [{ email: ' ' }, 'email'],
  [{ pass: '' }, 'pass'],
  [{ name: '  ' }, 'name'],
  [{ email: '', pass: '', name: '' }, 'email'],
])('with %j lacks %j', (change, field) => expect(missingIn({ ...FULL, ...change })).toBe(field));

it('sends trimmed texts, and no phone for an empty one', () => {
  expect(addBodyOf(FULL)).toEqual({
    email: 'ada@belfry.test',
    pass: 'Secret-1',
    phone: null,
    name: 'Ada',
    role: 'admin',
  });
});

it('sends only changed fields', () => {
  const before = { ...NEW_USER, email: 'ada@belfry.test', name: 'Ada', phone: '+4915112345678' };
  expect(updatesOf(before, before)).toEqual({});
  expect(updatesOf({ ...before, email: ' ada@belfry.test' }, before)).toEqual({});
  expect(updatesOf({ ...before, phone: '', phone_confirm: true, role: 'admin' }, before)).toEqual({
    phone: null,
    phone_confirm: true,
    role: 'admin',
  });
});

it('accepts empty fields, and rejects invalid ones', () => {
  expect([isMail(''), isMail(' a@b.c '), isMail('a b')]).toEqual([true, true, false]);
  expect([isPass(''), isPass('Secret-1'), isPass('secret')]).toEqual([true, true, false]);
});

it('finds the field that the server rejected', () => {
  const refusal = (path: string) => ({
    status: 400,
    message: 'No',
    code: 'invalid_input',
    details: [{ path, message: 'No' }],
  });
  expect(refusedField(refusal('updates.phone'))).toBe('phone');
  expect(refusedField(refusal('pass'))).toBe('pass');
  expect(refusedField(refusal('admin_user_key'))).toBeNull();
  expect(refusedField(undefined)).toBeNull();
});

import { expect, it } from 'vitest';
import { aDevice } from '../../testing/device-factory.ts';
import {
  NEW_DEVICE,
  changedOf,
  isCompanyId,
  isEmail,
  modesFor,
  payloadOf,
  randomPass,
  valuesOf,
} from './device-form.ts';

it('trims everything, empties become null, the company a number', () => {
  const typed = {
    ...NEW_DEVICE,
    serial: ' 1234-5678-9012-3456 ',
    company_id: ' 12 ',
    note: '  ',
    email: ' a@b.example ',
  };
  expect(payloadOf(typed)).toEqual({
    serial: '1234-5678-9012-3456',
    device_type: 'audio',
    device_mode: 'new',
    company_id: 12,
    note: null,
    email: 'a@b.example',
    pass: null,
  });
});

it('starts the pass of an existing device empty, which keeps it', () => {
  expect(payloadOf(valuesOf(aDevice({ has_pass: true }))).pass).toBeNull();
});

it('makes passes of ten letters and digits, each another', () => {
  const passes = Array.from({ length: 200 }, randomPass);
  expect(passes.every((pass) => /^[A-Za-z0-9]{10}$/.test(pass))).toBe(true);
  expect(new Set(passes).size).toBe(200);
});

it.each(['', ' ', '7', '123456789'])('takes %j as a company', (text) => expect(isCompanyId(text)).toBe(true));
it.each(['0', '-1', '1.5', 'x', '12345678901'])('refuses %j as a company', (text) =>
  expect(isCompanyId(text)).toBe(false),
);
it.each(['', 'a@b.example'])('takes %j as an email', (text) => expect(isEmail(text)).toBe(true));
it.each(['a', 'a@', '@b.example'])('refuses %j as an email', (text) => expect(isEmail(text)).toBe(false));

it('offers the administrator’s modes, and the one that the device has', () => {
  expect(modesFor('active')).toEqual(['no', 'new', 'pass', 'active', 'blocked']);
  expect(modesFor('wait')).toContain('wait');
});

it('sends only what was changed', () => {
  expect(changedOf({ email: '', note: 'b' }, { email: '', note: 'a' })).toEqual({ note: 'b' });
});

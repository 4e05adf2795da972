import { expect, it } from 'vitest';
import { aDevice } from '../../../testing/device-factory.ts';
import { NEW_DEVICE, isCompanyId, isEmail, modesFor, payloadOf, randomPass, valuesOf } from './device-form-values.ts';

it('trims every text, turns empty ones into null and the company into a number', () => {
  const typed = {
    ...NEW_DEVICE,
    serial: ' 1234-5678-9012-3456 ',
    company_id: ' 12 ',
    note: '  ',
    email: ' a@b.example ',
    tags: 'shop, Hall',
  };
  expect(payloadOf(typed)).toEqual({
    serial: '1234-5678-9012-3456',
    device_type: 'audio',
    device_mode: 'new',
    company_id: 12,
    note: null,
    email: 'a@b.example',
    tags: ['shop', 'hall'],
    pass: null,
  });
});

it('starts with an empty pass for an existing device, which keeps it', () => {
  expect(payloadOf(valuesOf(aDevice({ has_pass: true }))).pass).toBeNull();
});

it('generates different passes of ten letters and digits', () => {
  const passes = Array.from({ length: 200 }, randomPass);
  expect(passes.every((pass) => /^[A-Za-z0-9]{10}$/.test(pass))).toBe(true);
  expect(new Set(passes).size).toBe(200);
});

it.each(['', ' ', '7', '123456789'])('accepts %j as a company', (text) => expect(isCompanyId(text)).toBe(true));
it.each(['0', '-1', '1.5', 'x', '12345678901'])('rejects %j as a company', (text) =>
  expect(isCompanyId(text)).toBe(false),
);
it.each(['', 'a@b.example'])('accepts %j as an email', (text) => expect(isEmail(text)).toBe(true));
it.each(['a', 'a@', '@b.example'])('rejects %j as an email', (text) => expect(isEmail(text)).toBe(false));

it('offers the modes of administrators, and the present one of the device', () => {
  expect(modesFor('active')).toEqual(['no', 'new', 'pass', 'active', 'blocked']);
  expect(modesFor('wait')).toContain('wait');
});

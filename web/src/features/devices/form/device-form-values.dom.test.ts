import { expect, it, beforeAll } from 'vitest';
import { aDevice } from '../../../testing/device-factory.ts';
import {
  NEW_DEVICE,
  isCompanyId,
  isEmail,
  modesFor,
  payloadOf,
  randomPass,
  valuesOf,
  formErrorOf,
} from './device-form-values.ts';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { startI18n } from '../../../lib/i18n.ts';
import { loadFailure } from '../devices-api.ts';
import { textsOf } from '../../../lib/translation.ts';

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

beforeAll(startI18n);
const t = () => textsOf('devices');
const failure = (override: Partial<ApiError>): ApiError => ({
  status: 500,
  message: '',
  code: 'unknown',
  details: [],
  ...override,
});

it('reports a 400 on create as a serial that is not unique', () => {
  expect(formErrorOf(failure({ status: 400, code: 'serial_not_unique', message: 'taken' }), 'create', t())).toEqual({
    field: 'serial',
    text: 'Serial number is not unique! Please use a different serial number or generate a new one.',
  });
});

it('reports a 400 on edit as a serial that should not have changed', () => {
  expect(formErrorOf(failure({ status: 400 }), 'update', t()).text).toBe(
    'Serial number is not unique! This should not happen in edit mode.',
  );
});

it('reports the invalid fields that the server names', () => {
  const details = [{ path: 'email', message: 'Please enter a valid email address' }];
  expect(formErrorOf(failure({ status: 400, code: 'invalid_input', details }), 'create', t()).text).toBe(
    'Please enter a valid email address',
  );
});

it('prefers the server’s text to the status', () => {
  expect(formErrorOf(failure({ status: 503, message: 'The database is away' }), 'create', t()).text).toBe(
    'The database is away',
  );
  expect(formErrorOf(failure({}), 'create', t()).text).toBe('Failed to create device: 500');
  expect(formErrorOf(failure({}), 'update', t()).text).toBe('Failed to update device: 500');
});

it('reports the status of a list that could not be loaded, and a text for a 403', () => {
  expect(loadFailure(failure({ status: 502 }), t())).toBe('Failed to load devices: 502');
  expect(loadFailure(failure({ status: 403 }), t())).toBe('Access denied. Administrator privileges required.');
});

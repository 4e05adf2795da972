import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { startI18n } from '../../../lib/i18n.ts';
import { formErrorOf } from './device-form-error.ts';
import { loadFailure } from '../load-failure.ts';

beforeAll(startI18n);
const t = () => i18next.getFixedT('en', 'devices');
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

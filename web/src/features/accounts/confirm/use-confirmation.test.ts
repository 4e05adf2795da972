import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../../lib/api/api-error.ts';
import {
  confirmErrorText,
  resendErrorText,
  type Contact,
  countdownTone,
  formatCountdown,
  secondsLeft,
} from './use-confirmation.ts';

const error = (part: Partial<ApiError>): ApiError => ({
  status: 0,
  message: '',
  code: 'unknown',
  details: [],
  ...part,
});

describe('a refused code', () => {
  it.each<[Partial<ApiError>, string | undefined]>([
    [{ status: 400 }, 'errors.format'],
    [{ status: 400, code: 'already_confirmed' }, 'errors.format'],
    [{ status: 401, code: 'wrong_code' }, 'errors.wrong'],
    [{ status: 404 }, 'errors.unknown_user'],
    [{ status: 500 }, 'errors.server'],
    [{ status: 409, code: 'conflict' }, 'phone.already_confirmed'],
    [{ status: 409, message: 'Something else' }, undefined],
    [{ status: 429, code: 'code_locked', message: 'Too many' }, undefined],
    [{ code: 'network' }, undefined],
  ])('%j: %s', (part, text) => expect(confirmErrorText(error(part), 'phone')).toBe(text));
});

describe('a code that is not sent again', () => {
  it.each<[Partial<ApiError>, Contact, string | undefined]>([
    [{ status: 400, code: 'already_confirmed' }, 'email', 'email.already_confirmed'],
    [{ status: 400, code: 'already_confirmed' }, 'phone', 'phone.already_confirmed'],
    [{ status: 400, message: 'This email is already confirmed' }, 'email', 'email.already_confirmed'],
    [{ status: 400, message: 'Email is required' }, 'email', undefined],
    [{ status: 404 }, 'email', 'errors.resend_unknown_user'],
    [{ status: 500 }, 'phone', 'errors.resend_server'],
  ])('%j, for the %s: %s', (part, contact, text) => expect(resendErrorText(error(part), contact)).toBe(text));
});

it.each([
  [100, 'success'],
  [21, 'success'],
  [20, 'device'],
  [11, 'device'],
  [10, 'error'],
  [0, 'error'],
])('%i s is %s', (seconds, tone) => expect(countdownTone(seconds)).toBe(tone));

it.each([
  [100, '1:40'],
  [60, '1:00'],
  [9, '0:09'],
])('%i s reads %s', (seconds, text) => expect(formatCountdown(seconds)).toBe(text));

it.each([
  [100_000, 0, 100],
  [100_000, -400, 100],
  [100_000, 99_100, 1],
  [100_000, 100_000, 0],
  [100_000, 250_000, 0],
])('until %i at %i there are %i s', (endsAt, now, left) => expect(secondsLeft(endsAt, now, 100)).toBe(left));

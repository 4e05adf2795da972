import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../api/api-error.ts';
import { confirmErrorText, resendErrorText } from './confirm-errors.ts';

const error = (part: Partial<ApiError>): ApiError => ({
  status: 0,
  message: '',
  code: 'unknown',
  details: [],
  ...part,
});

describe('a refused code', () => {
  it.each<[Partial<ApiError>, string | null]>([
    [{ status: 400 }, 'format'],
    [{ status: 401, code: 'wrong_code' }, 'wrong'],
    [{ status: 404 }, 'unknown_user'],
    [{ status: 500 }, 'server'],
    [{ status: 400, code: 'already_confirmed' }, 'already_confirmed'],
    [{ status: 429, code: 'code_locked', message: 'Too many' }, null],
    [{ code: 'network' }, null],
  ])('%j: %s', (part, text) => expect(confirmErrorText(error(part))).toBe(text));
});

describe('a code that is not sent again', () => {
  it.each<[Partial<ApiError>, string | null]>([
    [{ status: 400, code: 'already_confirmed' }, 'already_confirmed'],
    [{ status: 400, message: 'This email is already confirmed' }, 'already_confirmed'],
    [{ status: 400, message: 'Email is required' }, null],
    [{ status: 404 }, 'resend_unknown_user'],
    [{ status: 500 }, 'resend_server'],
  ])('%j: %s', (part, text) => expect(resendErrorText(error(part))).toBe(text));
});

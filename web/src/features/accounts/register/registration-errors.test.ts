import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../../lib/api/api-error.ts';
import en from '../../../locales/en/register.json';
import { registrationErrorText } from './registration-errors.ts';

const textOf = (part: Partial<ApiError>): string | null => {
  const text = registrationErrorText({ status: 0, message: '', code: 'unknown', details: [], ...part });
  return text && en.errors[text];
};

describe('a refused registration', () => {
  it.each<[Partial<ApiError>, string | null]>([
    [{ status: 400, message: 'This Email is bad' }, 'Email address is already registered or invalid'],
    [{ status: 400, message: 'phone: taken' }, 'Phone number is already registered or invalid'],
    [{ status: 400, message: 'name is required' }, 'All required fields must be filled'],
    [{ status: 400, message: 'Validation failed' }, 'Please check your input data and try again'],
    [{ status: 400, message: 'Something else' }, null],
    [{ status: 400, body: '{"message":"This email is taken"}' }, 'Email address is already registered or invalid'],
    [{ status: 500, body: '{"message":"Database is gone"}' }, en.errors.database],
    [{ status: 409 }, 'User with this email or phone number already exists'],
    [{ status: 422 }, 'Invalid input data format. Please check your information and try again'],
    [{ status: 429 }, 'Too many registration attempts. Please try again in 5 minutes'],
    [{ status: 500, message: 'Database is gone' }, en.errors.database],
    [{ status: 500, message: 'Validation of the answer' }, en.errors.server_validation],
    [{ status: 500, message: 'Internal server error', code: 'internal' }, en.errors.technical_team],
    [{ status: 500, message: 'Something went wrong on our side.', code: 'internal' }, en.errors.technical_team],
    [{ status: 500 }, en.errors.internal],
    [{ status: 502 }, 'Gateway error. The server is temporarily unavailable. Please try again in a few minutes.'],
    [{ status: 503 }, 'Service temporarily unavailable. Please try again in a few minutes.'],
    [{ status: 504 }, 'Server timeout. Please check your internet connection and try again.'],
    [
      { code: 'network', body: 'TypeError: Failed to fetch' },
      'Network error: Unable to connect to the server. Please check your internet connection and try again.',
    ],
    [{ code: 'network', body: 'net::ERR_CONNECTION_REFUSED' }, en.errors.connection],
    [{ code: 'network', body: 'blocked by CORS policy' }, en.errors.cross_origin],
    [{ code: 'network', body: 'AbortError: The user aborted a request' }, en.errors.cancelled],
    [{ code: 'timeout' }, en.errors.timeout],
    [{ code: 'unreadable', status: 500, body: '<h1>500 Internal Server Error' }, en.errors.page_500],
    [{ code: 'unreadable', status: 502, body: '<h1>502 Bad Gateway' }, en.errors.page_unavailable],
    [{ code: 'unreadable', status: 503, body: '<h1>503' }, en.errors.page_unavailable],
    [{ code: 'unreadable', status: 404, body: '<h1>404 Not Found' }, en.errors.page_404],
    [{ code: 'unreadable', status: 200, body: 'hello' }, en.errors.page_other],
  ])('%j: %s', (part, text) => expect(textOf(part)).toBe(text));
});

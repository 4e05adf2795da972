import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '../i18n.ts';
import type { ApiError } from './api-error.ts';
import { transportText } from './transport-text.ts';

beforeAll(() => startI18n().then(() => undefined));
const failure = (override: Partial<ApiError>): ApiError => ({
  status: 500,
  message: '',
  code: 'unknown',
  details: [],
  ...override,
});

it.each([
  [
    { status: 0, code: 'network', message: 'Network error' },
    '🚫 API server is temporarily unavailable (502 Bad Gateway).',
  ],
  [{ status: 502 }, '🚫 API server is temporarily unavailable (502 Bad Gateway).'],
  [{ status: 404 }, 'API endpoint not found (404 Not Found).'],
  [{ status: 401 }, 'Authentication required (401 Unauthorized).'],
  [{ status: 403 }, 'Access forbidden (403 Forbidden).'],
  [{ status: 500, statusText: 'Internal Server Error' }, 'HTTP 500: Internal Server Error'],
  [{ status: 500 }, 'HTTP 500'],
] as const)('describes how the transport failed: %o', (error, text) =>
  expect(transportText(failure(error))).toBe(text),
);

it('returns nothing where the server has sent a message', () => {
  expect(
    transportText(failure({ status: 404, code: 'device_not_found', message: 'Device not found' })),
  ).toBeUndefined();
  expect(transportText(failure({ status: 500, message: 'A text of the server' }))).toBeUndefined();
});

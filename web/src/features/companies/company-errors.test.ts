import { expect, it } from 'vitest';
import type { ApiError } from '../../lib/api/api-error.ts';
import { serverText } from './company-errors.ts';

const error = (overrides: Partial<ApiError>): ApiError => ({
  status: 500,
  message: '',
  code: 'unknown',
  details: [],
  ...overrides,
});

it.each<[string, Partial<ApiError>, string]>([
  ['the error field', { message: 'The list is full' }, 'The list is full'],
  ['the message field', { body: '{"message":"No room"}' }, 'No room'],
  ['raw text', { code: 'unreadable', message: 'cannot be read', body: 'Upstream broke\n' }, 'Upstream broke'],
  ['a text as JSON', { body: 'Upstream broke' }, 'Upstream broke'],
  ['nothing', { body: '{}' }, ''],
  ['an empty answer', {}, ''],
  ['no answer', { status: 0, code: 'network', message: 'Network error', body: 'Failed to fetch' }, 'Network error'],
  [
    'fields that are wrong',
    { code: 'invalid_input', message: 'Check', details: [{ path: 'name', message: 'Name is required' }] },
    'Name is required',
  ],
])('takes %s', (_what, given, text) => expect(serverText(error(given))).toBe(text));

it('cuts off an HTML page that was sent instead of an answer', () =>
  expect(serverText(error({ code: 'unreadable', body: 'x'.repeat(5_000) }))).toHaveLength(300));

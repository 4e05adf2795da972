import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../../lib/api/api-error.ts';
import en from '../../../locales/en/auth.json';
import { checkLogin, loginErrorText } from './use-login.ts';

describe('checkLogin', () => {
  it.each([
    ['  ', '', 'email_required'],
    ['somebody', '', 'email_invalid'],
    [`a@${'x'.repeat(64)}.com`, 'p', 'email_invalid'],
    ['a@b.com', '   ', 'password_required'],
  ])('%j and %j: %s', (email, password, text) => expect(checkLogin(email, password)?.text).toBe(text));

  it.each(['a@b.com', 'root@belfry.local', 'first.last+tag@sub.example.org', `a@${'x'.repeat(63)}.com`])(
    'lets %s through',
    (email) => expect(checkLogin(email, 'secret')).toBeNull(),
  );
});

describe('loginErrorText', () => {
  const textOf = (part: Partial<ApiError>): string | null => {
    const found = loginErrorText({ status: 0, message: '', code: 'unknown', details: [], ...part });
    if (!found) return null;
    const { text, ...values } = found;
    return en.login.errors[text].replace('{{status}}', String(values.status)).replace('{{body}}', values.body);
  };
  it.each<[string, Partial<ApiError>, string | null]>([
    [
      'an answer that is not JSON',
      { code: 'unreadable', status: 502, body: '<html>', message: 'ours' },
      'Server returned invalid response. Status: 502. Response: <html>',
    ],
    ['the text of the server', { status: 403, message: 'Account is blocked' }, null],
    ['a status without a text', { status: 418 }, 'Login failed with status 418'],
    [
      'a refused origin',
      { code: 'network', body: 'TypeError: blocked by CORS policy', message: 'Network error' },
      'Connection error: Please ensure the server is running and accessible.',
    ],
    [
      'no connection',
      { code: 'network', body: 'TypeError: Failed to fetch', message: 'ours' },
      'Network error: Unable to connect to the server. Please check your internet connection and try again.',
    ],
    [
      'something else that was thrown',
      { code: 'network', body: 'Error: The certificate is not trusted', message: 'ours' },
      'The certificate is not trusted',
    ],
    [
      'an answer without a text',
      { code: 'network', body: 'Error', message: 'ours' },
      'An unexpected error occurred during login.',
    ],
    ['anything else', {}, 'An unexpected error occurred during login.'],
  ])('%s', (_name, part, text) => expect(textOf(part)).toBe(text));
});

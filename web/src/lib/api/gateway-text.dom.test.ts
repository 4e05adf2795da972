import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '../i18n.ts';
import type { ApiError } from './api-error.ts';
import { gatewayReason } from './gateway-text.ts';

beforeAll(() => startI18n().then(() => undefined));

const reasonOf = (failure: Partial<ApiError>): string | undefined =>
  gatewayReason({ status: 500, code: 'unknown', message: '', details: [], ...failure });

it.each([
  [
    { status: 413, code: 'unreadable', body: '<html>413 Request Entity Too Large' },
    /larger than a server in front of Belfry takes \(413\)/,
  ],
  [{ status: 502, code: 'unreadable', body: '<html>502 Bad Gateway' }, /no answer from Belfry \(502\)/],
  [{ status: 504, code: 'unreadable', body: 'upstream request timeout' }, /no answer from Belfry \(504\)/],
  [{ status: 522, code: 'unreadable', body: '<html>' }, /no answer from Belfry \(522\)/],
  [{ status: 403, code: 'unreadable', body: '<html>Forbidden' }, /refused the call \(403\)/],
  // Caddy answers without a body.
  [{ status: 502 }, /no answer from Belfry \(502\)/],
  [{ status: 413 }, /larger than/],
] as const)('%o has the reason %s', (failure, text) => expect(reasonOf(failure)).toMatch(text));

it.each([
  { status: 500 },
  { status: 503, code: 'database_unavailable', message: 'The database cannot be reached right now.' },
  { status: 413, code: 'payload_too_large', message: 'The body is too large' },
  { status: 502, body: '{}' },
  { status: 200, code: 'unreadable' },
  { status: 0, code: 'network', message: 'Network error' },
] as const)('%o is not of a server in front', (failure) => expect(reasonOf(failure)).toBeUndefined());

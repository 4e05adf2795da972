import { expect, it } from 'vitest';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { isUnreachable, problemOf } from './use-dialog-commands.ts';

const failure = (override: Partial<ApiError>): ApiError => ({
  status: 0,
  message: '',
  code: 'network',
  details: [],
  ...override,
});

it.each([
  [{ body: 'TypeError: blocked by CORS policy' }, 'cors', true],
  [{}, 'network', true],
  [{ code: 'timeout' }, 'timeout', false],
  [{ status: 502, code: 'unknown' }, 'server', true],
  [{ status: 500, code: 'internal' }, 'server', false],
  [{ status: 404, code: 'device_not_found' }, 'configuration', false],
] as const)('%j is a problem of kind %s', (error, kind, unreachable) => {
  expect(problemOf(failure(error))).toBe(kind);
  expect(isUnreachable(failure(error))).toBe(unreachable);
});

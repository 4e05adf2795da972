import { expect, it } from 'vitest';
import { isDatabaseAway, isInvalidValue, isTransactionConflict } from './errors.ts';

const withCode = (code: string): Error => Object.assign(new Error('x'), { code });

it.each(['ECONNREFUSED', '57P01', '57P03', '08006', '53100', '42P01'])('%s means that Postgres is away', (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(true);
});

it.each([
  'Connection terminated unexpectedly',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Postgres connection has been discarded',
])('so does %s', (message) => {
  expect(isDatabaseAway(new Error(message))).toBe(true);
});

it('does not classify an invalid statement, a duplicate key or another exception as unavailability', () => {
  expect(['42601', '23505', '22003', ''].map((code) => isDatabaseAway(withCode(code)))).not.toContain(true);
  expect(isDatabaseAway(new TypeError('undefined is not a function'))).toBe(false);
  expect(isDatabaseAway('ECONNREFUSED')).toBe(false);
});

it.each(['22021', '22P02', '22P05', '22003', '22007', '22008', '22001'])(
  'classifies %s as an invalid value',
  (code) => {
    expect(isInvalidValue(withCode(code))).toBe(true);
  },
);

it('classifies no other code as an invalid value', () => {
  for (const code of ['42601', '23505', '22', '220210', 'ERR_OUT_OF_RANGE', '']) {
    expect(isInvalidValue(withCode(code))).toBe(false);
  }
  expect(isInvalidValue(new Error('22021'))).toBe(false);
});

it('recognises deadlocks and serialization failures', () => {
  expect([isTransactionConflict(withCode('40P01')), isTransactionConflict(withCode('40001'))]).toEqual([true, true]);
  expect([isTransactionConflict(withCode('55P03')), isTransactionConflict(new Error('40P01'))]).toEqual([false, false]);
});

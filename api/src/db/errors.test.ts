import { expect, it } from 'vitest';
import { isDatabaseAway, isUnstorableText } from './errors.ts';

const withCode = (code: string): Error => Object.assign(new Error('x'), { code });

it.each(['ECONNREFUSED', '57P01', '57P03', '08006', '53100', '42P01'])('%s means that Postgres is away', (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(true);
});

it.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect', 'Query read timeout'])(
  'so does %s',
  (message) => {
    expect(isDatabaseAway(new Error(message))).toBe(true);
  },
);

it('a wrong statement, a taken key and a failure of ours do not', () => {
  expect(['42601', '23505', '22003', ''].map((code) => isDatabaseAway(withCode(code)))).not.toContain(true);
  expect(isDatabaseAway(new TypeError('undefined is not a function'))).toBe(false);
  expect(isDatabaseAway('ECONNREFUSED')).toBe(false);
});

it('knows text that no column can hold', () => {
  expect(isUnstorableText(withCode('22021'))).toBe(true);
  expect(isUnstorableText(withCode('22P02'))).toBe(false);
});

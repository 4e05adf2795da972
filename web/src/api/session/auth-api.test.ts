import { expect, it } from 'vitest';
import { makeProfile } from '../../testing/profile-factory.ts';
import { readProfile } from './auth-api.ts';

it.each([
  ['missing', undefined, 180],
  ['no number', 'abc', 180],
  ['empty', null, 180],
  ['in digits', '330', 330],
])('an offset that is %s', (_name, utc_offset, minutes) => {
  // As JSON has it: undefined fields are absent.
  const answer: unknown = JSON.parse(JSON.stringify({ ...makeProfile(), utc_offset }));
  expect(readProfile(answer).utc_offset).toBe(minutes);
});

import { read } from '@belfry/schemas/json/reader';
import { expect, it } from 'vitest';
import { signedInSchema, signInSchema } from './login-answer.ts';

it.each([
  ['the answer of the contract', { user_key: 'k', id: 1, role: 'root', expires_at: '2026-01-01T00:00:00Z' }, 'root'],
  ['one without a role', { user_key: 'k', id: 1 }, 'user'],
  ['one with a role of tomorrow', { user_key: 'k', id: 1, role: 'owner' }, 'user'],
])('reads %s', (_name, answer, role) => {
  expect(signedInSchema.parse(answer)).toMatchObject({ user_key: 'k', id: 1, role });
  expect(signInSchema.parse(answer)).toMatchObject({ user_key: 'k', id: 1, role });
});

it.each([
  ['without an id', {}, 0],
  ['with its id as text', { id: '7' }, 7],
])('reads a key %s', (_name, part, id) => {
  expect(signedInSchema.parse({ user_key: 'k', ...part })).toEqual({ user_key: 'k', id, role: 'user' });
});

it('reads no key where there is none', () => {
  expect(read(signedInSchema, { id: 1 })?.user_key).toBeUndefined();
  for (const answer of ['text', [], 1]) expect(read(signedInSchema, answer)?.user_key).toBeUndefined();
});

it('reads the challenge of a first step', () => {
  const challenge = { two_factor_required: true, challenge: 'c', expires_at: '2026-01-01T00:00:00Z' };
  expect(signInSchema.parse({ ...challenge, later: 1 })).toMatchObject({ challenge: 'c' });
});

import { expect, it } from 'vitest';
import { readSignedIn } from './login-answer.ts';

it.each([
  ['the answer of the contract', { user_key: 'k', id: 1, role: 'root', expires_at: '2026-01-01T00:00:00Z' }, 'root'],
  ['one without a role', { user_key: 'k', id: 1 }, 'user'],
  ['one with a role of tomorrow', { user_key: 'k', id: 1, role: 'owner' }, 'user'],
])('reads %s', (_name, answer, role) => expect(readSignedIn(answer)).toMatchObject({ user_key: 'k', id: 1, role }));

it.each([
  ['without an id', {}, 0],
  ['with its id as text', { id: '7' }, 7],
])('reads a key %s', (_name, part, id) => {
  expect(readSignedIn({ user_key: 'k', ...part })).toEqual({ user_key: 'k', id, role: 'user' });
});

it('reads no key where there is none', () => expect(readSignedIn({ id: 1 })?.user_key).toBeUndefined());

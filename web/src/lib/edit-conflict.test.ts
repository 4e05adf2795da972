import { expect, it } from 'vitest';
import { changedFields, mergeEdit } from './edit-conflict.ts';

const opened = { note: 'old', company_id: '', mode: 'new' };

it('keeps own changes, applies changes of others, and returns both as conflicts', () => {
  const current = { note: 'theirs', company_id: '7', mode: 'new' };
  expect(mergeEdit({ opened, current, typed: { ...opened, note: 'mine' } })).toEqual({
    values: { note: 'mine', company_id: '7', mode: 'new' },
    conflicts: [
      { field: 'note', theirs: 'theirs', yours: 'mine' },
      { field: 'company_id', theirs: '7' },
    ],
  });
});

it('finds no conflict where both changed a field in the same way, or something else was changed', () => {
  const typed = { ...opened, note: 'same', mode: 'ok' };
  expect(mergeEdit({ opened, current: { ...opened, note: 'same' }, typed })).toEqual({ values: typed, conflicts: [] });
});

it('returns only changed fields, and compares lists by their items', () => {
  expect(changedFields({ email: '', note: 'b' }, { email: '', note: 'a' })).toEqual({ note: 'b' });
  expect(changedFields({ tags: ['a'] }, { tags: ['a'] })).toEqual({});
});

import { beforeEach, describe, expect, it } from 'vitest';
import { DRAFT_LENGTH_MAX, DRAFTS_MAX, readDraft, removeDraft, writeDraft } from './drafts.ts';
import { removeDraftsOf } from './storage.ts';
import { writeAdminMode, writeSession } from './session/session-store.ts';

const NOW = 1_800_000_000_000;
const WEEK_MS = 7 * 86_400_000;
const signIn = (user_id: number) => writeSession({ user_id, role: 'user' }, 'key');
const stored = () => Object.keys(localStorage).toSorted();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  signIn(7);
});

describe('a draft', () => {
  it('is kept per person and form, until it is removed', () => {
    writeDraft('schedule:1', { name: 'Bell' }, NOW);
    expect(readDraft('schedule:1', NOW)).toEqual({ at: NOW, values: { name: 'Bell' } });
    expect(readDraft('schedule:2', NOW)).toBeNull();
    signIn(8);
    expect(readDraft('schedule:1', NOW)).toBeNull();
    removeDraft('schedule:1');
    signIn(7);
    removeDraft('schedule:1');
    expect(stored()).toEqual([]);
  });

  it('is kept for seven days', () => {
    writeDraft('say', { text: 'Closing soon' }, NOW);
    expect(readDraft('say', NOW + WEEK_MS - 1)).not.toBeNull();
    expect(readDraft('say', NOW + WEEK_MS)).toBeNull();
    expect(readDraft('say', NOW - 1), 'of a clock that was put back').toBeNull();
  });

  it('has no passwords and keys, whatever a form passes', () => {
    const secrets = { pass: 'x', wifi_pass: 'x', currentPassword: 'x', device_key: 'x', key: 'x', token: 'x' };
    writeDraft('user:new', { name: 'Ada', keyboard: 'de', ...secrets }, NOW);
    expect(readDraft('user:new', NOW)?.values).toEqual({ name: 'Ada', keyboard: 'de' });
  });

  it('that is too long is not stored, and the one before it stays', () => {
    writeDraft('say', { text: 'short' }, NOW);
    writeDraft('say', { text: 'x'.repeat(DRAFT_LENGTH_MAX) }, NOW + 1);
    expect(readDraft('say', NOW + 1)?.values).toEqual({ text: 'short' });
  });

  it.each(['no JSON', '{"at":"now","values":{}}', '{"at":1}', 'null'])('that cannot be read is none: %s', (text) => {
    localStorage.setItem('draft:7:say', text);
    expect(readDraft('say', 2)).toBeNull();
  });

  it('is not kept while somebody works as another person', () => {
    writeAdminMode('1');
    writeDraft('say', { text: 'x' }, NOW);
    expect(stored()).toEqual([]);
  });
});

it('keeps the newest twenty, and none that is too old', () => {
  localStorage.setItem('draft:7:old', JSON.stringify({ at: NOW - WEEK_MS, values: {} }));
  localStorage.setItem('draft:8:say', JSON.stringify({ at: 1, values: {} }));
  for (let n = 0; n <= DRAFTS_MAX; n += 1) writeDraft(`schedule:${n}`, { n }, NOW + n);
  expect(readDraft('schedule:0', NOW + DRAFTS_MAX)).toBeNull();
  expect(readDraft('schedule:1', NOW + DRAFTS_MAX)).not.toBeNull();
  expect(stored().filter((name) => name.startsWith('draft:7:'))).toHaveLength(DRAFTS_MAX);
  expect(stored()).toContain('draft:8:say');
  removeDraftsOf(7);
  expect(stored()).toEqual(['draft:8:say']);
});

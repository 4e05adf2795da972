import { beforeEach, expect, it } from 'vitest';
import { clearDraft, readDraft, readDraftInvitation, writeDraft } from '../../../lib/session/registration-draft.ts';
import { EMPTY_REGISTRATION, INITIAL_STATE, initialState, registrationReducer } from './registration.ts';

const sent = {
  ...EMPTY_REGISTRATION,
  name: 'Ann',
  email: 'ann@belfry.tset',
  phone: '202 555 0143',
  password: 'Secret-1',
};

beforeEach(() => {
  sessionStorage.clear();
  clearDraft();
});

it('is empty without a draft', () => expect(initialState(readDraft())).toEqual(INITIAL_STATE));

it('restores the sent values, and detection does not overwrite them', () => {
  writeDraft({ ...sent, country: 'US', confirmPassword: 'Secret-1' });
  const state = registrationReducer(initialState(readDraft()), {
    type: 'detected',
    patch: { country: 'DE', countryCode: '+49' },
  });
  expect(state.form).toMatchObject({ ...sent, country: 'US', countryCode: '+1', confirmPassword: 'Secret-1' });
});

it('writes no password to storage', () => {
  writeDraft(sent);
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Secret-1');
});

it('ignores an invalid draft in storage', () => {
  for (const text of ['{', '[]', '"x"', '{"name":7}']) {
    sessionStorage.setItem('registration_draft', text);
    expect(initialState(readDraft())).toEqual(INITIAL_STATE);
  }
});

it('keeps the token of an invitation, beside the fields of the form', () => {
  writeDraft(sent);
  expect(readDraftInvitation()).toBeUndefined();
  writeDraft(sent, 'abc');
  expect(readDraftInvitation()).toBe('abc');
  expect(initialState(readDraft()).form).not.toHaveProperty('invitation');
});

it('is removed after the confirmation', () => {
  writeDraft(sent, 'abc');
  clearDraft();
  expect(initialState(readDraft())).toEqual(INITIAL_STATE);
  expect(readDraftInvitation()).toBeUndefined();
});

import { expect, it } from 'vitest';
import { INITIAL_STATE, registrationReducer } from './registration.ts';

it('starts with +1 and English', () => expect(INITIAL_STATE.form).toMatchObject({ countryCode: '+1', language: 'en' }));

it('takes what was detected, but never over what a person chose', () => {
  const edited = registrationReducer(INITIAL_STATE, { type: 'edited', patch: { country: 'DE' } });
  const detected = registrationReducer(edited, { type: 'detected', patch: { country: 'FR', city: 'Paris' } });
  expect(detected.form).toMatchObject({ country: 'DE', city: 'Paris' });
});

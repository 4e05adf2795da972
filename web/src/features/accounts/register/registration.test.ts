import { describe, expect, it } from 'vitest';
import type { Registration } from '../../../lib/session/registration-draft.ts';
import { INITIAL_STATE, registrationReducer, type RegistrationState } from './registration.ts';

it('starts with +1 and English', () => expect(INITIAL_STATE.form).toMatchObject({ countryCode: '+1', language: 'en' }));

it('applies detected values, but never overwrites chosen ones', () => {
  const edited = registrationReducer(INITIAL_STATE, { type: 'edited', patch: { country: 'DE' } });
  const detected = registrationReducer(edited, { type: 'detected', patch: { country: 'FR', city: 'Paris' } });
  expect(detected.form).toMatchObject({ country: 'DE', city: 'Paris' });
});

describe('the phone', () => {
  const left = (state: RegistrationState) => registrationReducer(state, { type: 'phone_left' });
  const pasted = (phone: string) => registrationReducer(INITIAL_STATE, { type: 'phone_pasted', phone });
  const edited = (state: RegistrationState, patch: Partial<Registration>) =>
    registrationReducer(state, { type: 'edited', patch });
  const numberIn = ({ form: { countryCode, phone } }: RegistrationState): string =>
    `${countryCode} ${phone.replaceAll(/\D/g, '')}`;

  it.each([
    ['+33 3 33 12 34 56', '+33 333123456'],
    ['+7 777 123 45 67', '+7 7771234567'],
    ['+49 491 123 45 67', '+49 4911234567'],
    ['+44 020 7946 0958', '+44 2079460958'],
  ])('%s is normalised once, however often the field loses the focus', (typed, number) => {
    expect(numberIn(left(left(pasted(typed))))).toBe(number);
    expect(numberIn(left(left(edited(INITIAL_STATE, { phone: typed }))))).toBe(number);
  });

  it('is normalised again after a change of it or of its dial code', () => {
    const american = left(edited(INITIAL_STATE, { phone: '4930123456' }));
    expect(numberIn(american)).toBe('+1 4930123456');
    expect(numberIn(left(edited(american, { countryCode: '+49' })))).toBe('+49 30123456');
    expect(numberIn(left(edited(american, { phone: '8 916 123-45-67' })))).toBe('+7 9161234567');
  });

  it('is formatted, and keeps an extension for the user to remove', () => {
    expect(pasted('+1 202 555 0143').form.phone).toBe('202 555 0143');
    expect(pasted('(202) 555-0143 ext. 5').form).toMatchObject({ countryCode: '+1', phone: '(202) 555-0143 ext. 5' });
  });

  it('may get the detected dial code until one is chosen', () => {
    const german = { type: 'detected', patch: { countryCode: '+49' } } as const;
    expect(numberIn(registrationReducer(left(edited(INITIAL_STATE, { phone: '30123456' })), german))).toBe(
      '+49 30123456',
    );
    expect(numberIn(registrationReducer(pasted('+44 20 7946 0958'), german))).toBe('+44 2079460958');
  });
});

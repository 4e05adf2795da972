import { describe, expect, it } from 'vitest';
import type { Registration } from '../../../lib/session/registration-draft.ts';
import {
  INITIAL_STATE,
  registrationReducer,
  type RegistrationState,
  EMPTY_REGISTRATION,
  checkRegistration,
  registrationErrorText,
} from './registration.ts';
import en from '../../../locales/en/register.json';
import type { ApiError } from '../../../lib/api/api-error.ts';

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

const GOOD: Registration = {
  ...EMPTY_REGISTRATION,
  name: 'Ann',
  email: 'ann@belfry.test',
  phone: '916 123-45-67',
  country: 'RU',
  password: 'Secret1',
  confirmPassword: 'Secret1',
  cookies: true,
  personalData: true,
};
const textOf = (patch: Partial<Registration>): string | null => {
  const problem = checkRegistration({ ...GOOD, ...patch });
  return problem && `${problem.field}: ${en.rules[problem.text]}`;
};

describe('checkRegistration', () => {
  it('accepts a valid form', () => expect(textOf({})).toBeNull());

  it.each<[Partial<Registration>, string]>([
    [{ name: ' A ' }, 'name: Name must be at least 2 characters long'],
    [{ email: '  ' }, 'email: Email is required'],
    [{ email: 'ann@' }, 'email: Please enter a valid email address'],
    [{ phone: ' ' }, 'phone: Phone number is required'],
    [{ phone: '(202) 555-0143 ext. 5' }, 'phone: Please enter the number without an extension'],
    [{ phone: '123456' }, 'phone: Please enter a valid phone number (7-12 digits)'],
    [{ phone: '1234567890123' }, 'phone: Please enter a valid phone number (7-12 digits)'],
    [{ country: '' }, 'country: Country is required'],
    [{ language: '' }, 'language: Language is required'],
    [{ password: 'Ab1' }, 'password: Password must be at least 6 characters long'],
    [
      { password: 'abcdef1' },
      'password: Password must contain at least one uppercase letter, one lowercase letter, and one number',
    ],
    [{ confirmPassword: 'Secret2' }, 'confirmPassword: Passwords do not match'],
    [{ cookies: false }, 'cookies: Please accept the use of cookies'],
    [{ personalData: false }, 'personalData: Please accept the use of your personal data'],
  ])('%j', (patch, text) => expect(textOf(patch)).toBe(text));

  it.each(['1234567', '123456789012', '(916) 123-45-67'])('accepts the phone %s', (phone) => {
    expect(textOf({ phone })).toBeNull();
  });

  it('returns the first of several errors', () => {
    expect(textOf({ cookies: false, password: '', email: '' })).toBe('email: Email is required');
  });
});

const failureText = (part: Partial<ApiError>): string | null => {
  const text = registrationErrorText({ status: 0, message: '', code: 'unknown', details: [], ...part });
  return text && en.errors[text];
};

describe('a refused registration', () => {
  it.each<[Partial<ApiError>, string | null]>([
    [{ status: 400, message: 'This Email is bad' }, 'Email address is already registered or invalid'],
    [{ status: 400, message: 'phone: taken' }, 'Phone number is already registered or invalid'],
    [{ status: 400, message: 'name is required' }, 'All required fields must be filled'],
    [{ status: 400, message: 'Validation failed' }, 'Please check your input data and try again'],
    [{ status: 400, message: 'Something else' }, null],
    [{ status: 400, body: '{"message":"This email is taken"}' }, 'Email address is already registered or invalid'],
    [{ status: 500, body: '{"message":"Database is gone"}' }, en.errors.database],
    [{ status: 409 }, 'User with this email or phone number already exists'],
    [{ status: 422 }, 'Invalid input data format. Please check your information and try again'],
    [{ status: 429 }, 'Too many registration attempts. Please try again in 5 minutes'],
    [{ status: 500, message: 'Database is gone' }, en.errors.database],
    [{ status: 500, message: 'Validation of the answer' }, en.errors.server_validation],
    [{ status: 500, message: 'Internal server error', code: 'internal' }, en.errors.technical_team],
    [{ status: 500, message: 'Something went wrong on our side.', code: 'internal' }, en.errors.technical_team],
    [{ status: 500 }, en.errors.internal],
    [{ status: 502 }, 'Gateway error. The server is temporarily unavailable. Please try again in a few minutes.'],
    [{ status: 503 }, 'Service temporarily unavailable. Please try again in a few minutes.'],
    [{ status: 504 }, 'Server timeout. Please check your internet connection and try again.'],
    [
      { code: 'network', body: 'TypeError: Failed to fetch' },
      'Network error: Unable to connect to the server. Please check your internet connection and try again.',
    ],
    [{ code: 'network', body: 'net::ERR_CONNECTION_REFUSED' }, en.errors.connection],
    [{ code: 'network', body: 'blocked by CORS policy' }, en.errors.cross_origin],
    [{ code: 'network', body: 'AbortError: The user aborted a request' }, en.errors.cancelled],
    [{ code: 'timeout' }, en.errors.timeout],
    [{ code: 'unreadable', status: 500, body: '<h1>500 Internal Server Error' }, en.errors.page_500],
    [{ code: 'unreadable', status: 502, body: '<h1>502 Bad Gateway' }, en.errors.page_unavailable],
    [{ code: 'unreadable', status: 503, body: '<h1>503' }, en.errors.page_unavailable],
    [{ code: 'unreadable', status: 404, body: '<h1>404 Not Found' }, en.errors.page_404],
    [{ code: 'unreadable', status: 200, body: 'hello' }, en.errors.page_other],
  ])('%j: %s', (part, text) => expect(failureText(part)).toBe(text));
});

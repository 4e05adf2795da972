import { DEFAULT_DIAL_CODE, DEFAULT_LANGUAGE, NAME_MIN } from '@belfry/schemas/domain/account';
import type { Registration } from '../../../lib/session/registration-draft.ts';
import { normalizePhoneInput, hasExtension, isPhone } from '@belfry/schemas/domain/phone';
import { formatPhone } from '@belfry/schemas/domain/phone-format';
import { isEmail } from '@belfry/schemas/domain/email-address';
import { passwordProblem } from '@belfry/schemas/domain/password';
import { hasHiddenCharacters } from '@belfry/schemas/domain/visible-text';
import type register from '../../../locales/en/register.json';
import type { ApiError } from '../../../lib/api/api-error.ts';

export type RegistrationField = keyof Registration;

export const EMPTY_REGISTRATION: Registration = {
  name: '',
  email: '',
  countryCode: DEFAULT_DIAL_CODE,
  phone: '',
  country: '',
  city: '',
  language: DEFAULT_LANGUAGE,
  password: '',
  confirmPassword: '',
  cookies: false,
  personalData: false,
};

export type RegistrationState = {
  form: Registration;
  touched: ReadonlySet<RegistrationField>;
  /** The normalised phone: normalised again, its first digits would be taken for a dial code. */
  normalized: Pick<Registration, 'countryCode' | 'phone'> | null;
};
export const INITIAL_STATE: RegistrationState = { form: EMPTY_REGISTRATION, touched: new Set(), normalized: null };

/** The form as it was sent last, or empty; stored values count as chosen. */
export function initialState(kept: Partial<Registration>): RegistrationState {
  const touched = new Set(fieldsOf(kept));
  return touched.size === 0 ? INITIAL_STATE : { form: { ...EMPTY_REGISTRATION, ...kept }, touched, normalized: null };
}

export type RegistrationAction =
  /** Values of the user, or of the detected location, which never overwrite chosen ones. */
  | { type: 'edited' | 'detected'; patch: Partial<Registration> }
  | { type: 'phone_left' }
  | { type: 'phone_pasted'; phone: string };

export function registrationReducer(state: RegistrationState, action: RegistrationAction): RegistrationState {
  switch (action.type) {
    case 'edited':
      return edited(state, action.patch);
    case 'detected':
      return detected(state, action.patch);
    case 'phone_left':
      return normalized(state, state.form.phone, false);
    case 'phone_pasted':
      return normalized(state, action.phone, true);
  }
}

const fieldsOf = (patch: Partial<Registration>) => Object.keys(patch) as RegistrationField[];

const edited = (state: RegistrationState, patch: Partial<Registration>): RegistrationState => ({
  ...state,
  form: { ...state.form, ...patch },
  touched: new Set([...state.touched, ...fieldsOf(patch)]),
});

function detected(state: RegistrationState, patch: Partial<Registration>): RegistrationState {
  const untouched = fieldsOf(patch).filter((field) => !state.touched.has(field));
  return { ...state, form: { ...state.form, ...Object.fromEntries(untouched.map((field) => [field, patch[field]])) } };
}

function normalized(state: RegistrationState, typed: string, pasted: boolean): RegistrationState {
  const dialCode = state.form.countryCode;
  if (typed === '' && !pasted) return state;
  if (typed === state.normalized?.phone && dialCode === state.normalized.countryCode) return state;
  const number = normalizePhoneInput(typed, dialCode, { pasted });
  const phone = formatPhone(number);
  // An unchanged dial code does not count as chosen: detection may still replace it.
  const country = number.dialCode === dialCode ? {} : { countryCode: number.dialCode };
  return { ...edited(state, { phone, ...country }), normalized: { countryCode: number.dialCode, phone } };
}

type RuleText = keyof (typeof register)['rules'];
export type RegistrationProblem = { field: RegistrationField; text: RuleText };

type Rule = (form: Registration) => RegistrationProblem | false;
const when = (failed: boolean, field: RegistrationField, text: RuleText): RegistrationProblem | false =>
  failed && { field, text };

/** The rules in the order of REG-2. */
const RULES: readonly Rule[] = [
  ({ name }) => when(name.trim().length < NAME_MIN, 'name', 'name'),
  ({ name }) => when(hasHiddenCharacters(name.trim()), 'name', 'name_hidden'),
  ({ email }) => when(email.trim() === '', 'email', 'email_required'),
  ({ email }) => when(!isEmail(email.trim()), 'email', 'email_invalid'),
  ({ phone }) => when(phone.trim() === '', 'phone', 'phone_required'),
  ({ phone }) => when(hasExtension(phone), 'phone', 'phone_extension'),
  ({ phone, countryCode }) => when(!isPhone({ dialCode: countryCode, national: phone }), 'phone', 'phone_invalid'),
  ({ country }) => when(country === '', 'country', 'country'),
  ({ language }) => when(language === '', 'language', 'language'),
  ({ password }) => {
    const problem = passwordProblem(password);
    return problem !== null && { field: 'password', text: problem };
  },
  ({ password, confirmPassword }) => when(password !== confirmPassword, 'confirmPassword', 'mismatch'),
  ({ cookies }) => when(!cookies, 'cookies', 'cookies'),
  ({ personalData }) => when(!personalData, 'personalData', 'personal_data'),
];

export function checkRegistration(form: Registration): RegistrationProblem | null {
  for (const rule of RULES) {
    const problem = rule(form);
    if (problem) return problem;
  }
  return null;
}

/** The key of an error text; see REG-6. */
type ErrorText = keyof (typeof register)['errors'];

const textMatching = (text: string, patterns: readonly (readonly [RegExp, ErrorText])[]): ErrorText | null =>
  patterns.find(([pattern]) => pattern.test(text))?.[1] ?? null;

const IN_400 = [
  [/email/i, 'email'],
  [/phone/i, 'phone'],
  [/required/i, 'required'],
  [/validation/i, 'validation'],
] as const;
const IN_500 = [
  [/database|postgres/i, 'database'],
  [/validation/i, 'server_validation'],
  [/team|internal/i, 'technical_team'],
] as const;
const IN_PAGE = [
  [/500/, 'page_500'],
  [/502|503/, 'page_unavailable'],
  [/404/, 'page_404'],
] as const;
/** Patterns of the error messages of browsers for a request without an answer. */
const IN_FAILURE = [
  [/cors|cross-origin/i, 'cross_origin'],
  [/abort|cancel/i, 'cancelled'],
  [/refused|reset|connection failed|err_connection/i, 'connection'],
] as const;

const BY_STATUS: Readonly<Record<number, ErrorText>> = {
  409: 'taken',
  422: 'format',
  429: 'too_many',
  502: 'gateway',
  503: 'unavailable',
  504: 'gateway_timeout',
};

/** The text for a rejected registration; null where the server's text is shown. */
export function registrationErrorText({ status, code, message, body = '' }: ApiError): ErrorText | null {
  if (code === 'timeout') return 'timeout';
  if (code === 'network') return textMatching(body, IN_FAILURE) ?? 'network';
  if (code === 'unreadable') return textMatching(body, IN_PAGE) ?? 'page_other';
  // The text may be in either field.
  const text = message || body;
  if (status === 400) return textMatching(text, IN_400);
  // What only our server says: the invitation is for another address, or there is no room for more accounts.
  if (status === 422 && /invitation|installation/i.test(text)) return null;
  // An unexpected error is in the log of the server, with the request id (HTTP-8).
  if (status === 500) return textMatching(text, IN_500) ?? (code === 'internal' ? 'technical_team' : 'internal');
  return BY_STATUS[status] ?? null;
}

export const fieldOfError = (text: ErrorText | null): RegistrationField | null => {
  if (text === 'email' || text === 'taken') return 'email';
  return text === 'phone' ? 'phone' : null;
};

export type FieldsProps = {
  form: Registration;
  edit: (patch: Partial<Registration>) => void;
  errorOf: (field: RegistrationField) => string | undefined;
};

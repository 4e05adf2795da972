import { DEFAULT_DIAL_CODE, DEFAULT_LANGUAGE } from '@belfry/schemas/domain/account';
import type { Registration } from '../../../lib/session/registration-draft.ts';
import { normalizePhoneInput } from '@belfry/schemas/domain/phone';
import { formatPhone } from '@belfry/schemas/domain/phone-format';

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
  /** Normalises the phone. */
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
  const fresh = fieldsOf(patch).filter((field) => !state.touched.has(field));
  return { ...state, form: { ...state.form, ...Object.fromEntries(fresh.map((field) => [field, patch[field]])) } };
}

function normalized(state: RegistrationState, typed: string, pasted: boolean): RegistrationState {
  const dialCode = state.form.countryCode;
  if (typed === '' && !pasted) return state;
  if (typed === state.normalized?.phone && dialCode === state.normalized.countryCode) return state;
  const number = normalizePhoneInput(typed, dialCode, { pasted });
  const phone = formatPhone(number);
  // An unchanged dial code does not count as chosen: detection may still replace it.
  const chosen = number.dialCode === dialCode ? {} : { countryCode: number.dialCode };
  return { ...edited(state, { phone, ...chosen }), normalized: { countryCode: number.dialCode, phone } };
}

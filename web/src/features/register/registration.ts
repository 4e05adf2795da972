import { DEFAULT_DIAL_CODE, DEFAULT_LANGUAGE } from '@belfry/schemas/domain/account';

/** What the form holds (specification 000 §3). */
export type Registration = {
  name: string;
  email: string;
  /** The dial code, with its plus. */
  countryCode: string;
  /** National digits, once tidied. */
  phone: string;
  /** ISO 3166-1 alpha-2, or empty. */
  country: string;
  city: string;
  language: string;
  password: string;
  confirmPassword: string;
  cookies: boolean;
  personalData: boolean;
};
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

export type RegistrationState = { form: Registration; touched: ReadonlySet<RegistrationField> };
export const INITIAL_STATE: RegistrationState = { form: EMPTY_REGISTRATION, touched: new Set() };

/** `edited` by the person; `detected` by their location, which never writes over what they chose. */
export type RegistrationAction = { type: 'edited' | 'detected'; patch: Partial<Registration> };

export function registrationReducer(state: RegistrationState, { type, patch }: RegistrationAction): RegistrationState {
  const fields = Object.keys(patch) as RegistrationField[];
  if (type === 'edited') {
    return { form: { ...state.form, ...patch }, touched: new Set([...state.touched, ...fields]) };
  }
  const fresh = fields.filter((field) => !state.touched.has(field)).map((field) => [field, patch[field]]);
  return { ...state, form: { ...state.form, ...Object.fromEntries(fresh) } };
}

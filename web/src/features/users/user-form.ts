import { isEmail } from '@belfry/schemas/domain/email-address';
import { passwordProblem } from '@belfry/schemas/domain/password';
import { phoneSchema } from '@belfry/schemas/domain/phone';
import type { Role } from '@belfry/schemas/domain/roles';
import type { User } from '@belfry/schemas/http/users/admin';
import type { AddUserBody, UserUpdates } from '@belfry/schemas/http/users/changes';
import { isApiError } from '../../lib/api/api-error.ts';
import { changedFields } from '../../lib/edit-conflict.ts';

/** The values of the forms, as typed. */
export type UserFormValues = {
  email: string;
  pass: string;
  phone: string;
  name: string;
  role: Role;
  email_confirm: boolean;
  phone_confirm: boolean;
  may_text_any_number: boolean;
};
export type UserField = keyof UserFormValues;

export const NEW_USER: UserFormValues = {
  email: '',
  pass: '',
  phone: '',
  name: '',
  role: 'user',
  email_confirm: false,
  phone_confirm: false,
  may_text_any_number: false,
};

export const valuesOf = ({ email, phone, name, role, ...user }: User): UserFormValues => ({
  email,
  pass: '',
  phone: phone ?? '',
  name,
  role,
  email_confirm: user.email_confirm,
  phone_confirm: user.phone_confirm,
  may_text_any_number: user.may_text_any_number,
});

/** The first required field that is empty, or null; see USER-11. */
export const missingIn = (values: UserFormValues): UserField | null =>
  (['email', 'pass', 'name', 'role'] as const).find((field) => values[field].trim() === '') ?? null;

/** An empty phone is valid. */
export const isPhone = (text: string): boolean => text.trim() === '' || phoneSchema.safeParse(text).success;

/** An empty text is valid, because required fields are checked separately. */
export const isMail = (text: string): boolean => text.trim() === '' || isEmail(text.trim());
export const isPass = (text: string): boolean => text === '' || passwordProblem(text) === null;

export const addBodyOf = ({ email, pass, phone, name, role }: UserFormValues): AddUserBody => ({
  email: email.trim(),
  pass,
  phone: phone.trim() || null,
  name: name.trim(),
  role,
});

/** The fields whose values differ. */
export function updatesOf(now: UserFormValues, before: UserFormValues): UserUpdates {
  const { pass: _none, ...fields } = now;
  const { pass: _empty, ...stored } = before;
  const trimmed = { ...fields, email: fields.email.trim(), name: fields.name.trim(), phone: fields.phone.trim() };
  const updates: UserUpdates = changedFields(trimmed, stored);
  return 'phone' in updates ? { ...updates, phone: updates.phone || null } : updates;
}

const FIELDS: readonly string[] = Object.keys(NEW_USER);

/** The field that the server rejected, where it names one: `updates.phone` is the phone. */
export function refusedField(error: unknown): UserField | null {
  const path = isApiError(error) ? error.details[0]?.path.split('.').at(-1) : undefined;
  return FIELDS.find((field): field is UserField => field === path) ?? null;
}

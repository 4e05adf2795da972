import { NAME_MIN } from '@belfry/schemas/domain/account';
import { isEmail } from '@belfry/schemas/domain/email-address';
import { passwordProblem } from '@belfry/schemas/domain/password';
import { hasHiddenCharacters } from '@belfry/schemas/domain/visible-text';
import { hasExtension, isPhone } from '@belfry/schemas/domain/phone';
import type register from '../../../locales/en/register.json';
import type { Registration } from '../../../lib/session/registration-draft.ts';
import type { RegistrationField } from './registration.ts';

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

/** The first rule that fails, or null. */
export function checkRegistration(form: Registration): RegistrationProblem | null {
  for (const rule of RULES) {
    const problem = rule(form);
    if (problem) return problem;
  }
  return null;
}

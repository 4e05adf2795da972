import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min';
import { z } from 'zod';
import { DIAL_CODES } from './dial-codes.ts';

/** The maximum length of a phone number as it is typed, including separators. */
export const PHONE_TEXT_MAX = 40;

/** How many digits a national number has at least and at most where libphonenumber does not know it; see REG-14. */
export const PHONE_DIGITS = { min: 7, max: 12 } as const;
const NATIONAL_DIGITS = new RegExp(`^\\d{${PHONE_DIGITS.min},${PHONE_DIGITS.max}}$`);
/** With the dial code, as in E.164. */
const INTERNATIONAL_DIGITS = /^\+\d{8,15}$/;

export const INVALID_PHONE = `Please enter a valid phone number (${PHONE_DIGITS.min}-${PHONE_DIGITS.max} digits)`;

/** A phone number in a form: the selected dial code (`+7`) and the national number. */
export type PhoneInput = { dialCode: string; national: string };

/** Removes spaces and punctuation between digits. */
export const stripPhone = (typed: string): string => typed.replaceAll(/[\s\u00A0()[\]./\u2010-\u2015\u2212-]/g, '');

/** An extension: `ext. 5`, `x5`, `#5`, `;ext=5`, `,5`, `доб. 5`. */
const EXTENSION = /\d[\s()]*(?:[;,#~]|[\p{L}]{1,12}\.?\s*[:=]?)\s*(?:ext=?|isub=?)?\s*\d*\s*#?$/iu;

/** Whether a text contains an extension, to which no SMS can be sent. */
export const hasExtension = (typed: string): boolean => EXTENSION.test(typed.trim());

/** Parses with libphonenumber; national numbers belong to the dial code. Null if the number is not valid. */
function readValid(typed: string, dialCode?: string): PhoneNumber | null {
  if (typed.length > PHONE_TEXT_MAX || /\p{L}/u.test(typed)) return null;
  const number = parsePhoneNumberFromString(typed, dialCode ? { defaultCallingCode: dialCode.replace('+', '') } : {});
  return number?.isValid() && number.ext === undefined ? number : null;
}

const inputOf = ({ countryCallingCode, nationalNumber }: PhoneNumber): PhoneInput => ({
  dialCode: `+${countryCallingCode}`,
  national: nationalNumber,
});

/** Whether libphonenumber accepts it as a number of its dial code. */
export const isValidPhone = ({ dialCode, national }: PhoneInput): boolean =>
  `+${readValid(national, dialCode)?.countryCallingCode}` === dialCode;

/**
 * Whether it can be submitted: 7 to 12 digits, whatever libphonenumber says of them, since numbering plans change before libraries do; see
 * REG-14.
 */
export const isPhone = ({ dialCode, national }: PhoneInput): boolean =>
  !hasExtension(national) && isSubscriber(readValid(national, dialCode)?.nationalNumber ?? stripPhone(national));

const known: ReadonlySet<string> = new Set(DIAL_CODES);
const isSubscriber = (digits: string): boolean => NATIONAL_DIGITS.test(digits);

/** Removes the trunk zero, except in Italy, where it is part of the number. */
function withoutTrunkZero({ dialCode, national }: PhoneInput): PhoneInput {
  if (!national.startsWith('0')) return { dialCode, national };
  const number = parsePhoneNumberFromString(`${dialCode}${national}`);
  return { dialCode, national: number?.nationalNumber ?? national };
}

/** Splits digits after their dial code; null if they do not start with one, or if the rest is not a number. */
function detectDialCode(digits: string): PhoneInput | null {
  // No dial code is a prefix of another, so at most one matches.
  for (let length = 1; length <= 3; length += 1) {
    if (!known.has(digits.slice(0, length))) continue;
    const found = withoutTrunkZero({ dialCode: `+${digits.slice(0, length)}`, national: digits.slice(length) });
    return isSubscriber(found.national) ? found : null;
  }
  return null;
}

/** The rules for numbers that libphonenumber does not accept, the most specific first. */
function tidyInvalid(stripped: string, dialCode: string, pasted: boolean): PhoneInput {
  // The plus is kept: without it, an invalid international number would be taken for one of the selected country.
  if (stripped.startsWith('+')) return detectDialCode(stripped.slice(1)) ?? { dialCode, national: stripped };
  if (/^8\d{10}$/.test(stripped)) return { dialCode: '+7', national: stripped.slice(1) };
  const detected = pasted && stripped.length > 10 ? detectDialCode(stripped) : null;
  if (detected) return detected;
  const code = dialCode.replace('+', '');
  const rest = stripped.slice(code.length);
  if (stripped.startsWith(code) && isSubscriber(rest)) return withoutTrunkZero({ dialCode, national: rest });
  return /^\d+$/.test(stripped) ? withoutTrunkZero({ dialCode, national: stripped }) : { dialCode, national: stripped };
}

/**
 * Normalises the text of a phone field on paste and on blur. A number that is valid for the selected country loses only
 * its trunk prefix; one that is written internationally and valid for another country selects that country's dial code. A
 * text with an extension is not changed.
 * @param dialCode the selected dial code with its plus
 */
export function normalizePhoneInput(typed: string, dialCode: string, { pasted = false } = {}): PhoneInput {
  const text = typed.trim();
  if (text === '' || hasExtension(text)) return { dialCode, national: text };
  const valid = readValid(text, dialCode) ?? (text.startsWith('00') ? readValid(`+${text.slice(2)}`) : null);
  return valid ? inputOf(valid) : tidyInvalid(stripPhone(text), dialCode, pasted);
}

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** `+79161234567` → `+7 ••• ••• 45 67`, so that users recognise their own number. */
export function maskPhone(phone: string): string {
  const valid = readValid(phone);
  const split = valid ? inputOf(valid) : detectDialCode(digitsOf(phone));
  const shown = (split?.national ?? phone).slice(-4);
  return `${split?.dialCode ?? ''} ••• ••• ${shown.slice(0, 2)} ${shown.slice(2)}`.trim();
}

/** The stored form of a number: E.164 if libphonenumber accepts it, otherwise plus and 8 to 15 digits; null if neither. */
export function normalizePhone(typed: string): string | null {
  const stripped = stripPhone(typed);
  const whole = stripped.startsWith('+') ? stripped : `+${stripped}`;
  return readValid(whole)?.number ?? (INTERNATIONAL_DIGITS.test(whole) ? whole : null);
}

/** A complete number: plus, dial code, digits. The plus is optional, and separators are allowed. */
export const phoneSchema = z
  .string('Phone number is required')
  .max(PHONE_TEXT_MAX)
  .refine((typed) => stripPhone(typed) !== '', 'Phone number is required')
  .refine((typed) => !hasExtension(typed), 'Please enter the phone number without an extension')
  .transform((typed, context) => {
    const phone = normalizePhone(typed);
    if (phone !== null) return phone;
    // A missing number or an extension has been reported already.
    if (stripPhone(typed) !== '' && !hasExtension(typed)) {
      context.addIssue({ code: 'custom', message: INVALID_PHONE });
    }
    return z.NEVER;
  });

/** The number of an account, which has 7 to 12 digits after its dial code; numbers of others may be as short as their country has them. */
export const accountPhoneSchema = phoneSchema.refine((phone) => {
  const national = readValid(phone)?.nationalNumber ?? detectDialCode(digitsOf(phone))?.national ?? '';
  return isSubscriber(national);
}, INVALID_PHONE);

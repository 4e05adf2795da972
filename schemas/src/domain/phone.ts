import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min';
import { z } from 'zod';
import { DIAL_CODES } from './dial-codes.ts';
import { isRounded, withoutHidden } from './typed-number.ts';

export const PHONE_TEXT_MAX = 40;

/** How many digits a national number has at least and at most where libphonenumber does not know it; see REG-14. */
export const PHONE_DIGITS = { min: 7, max: 12 } as const;
const NATIONAL_DIGITS = new RegExp(`^\\d{${PHONE_DIGITS.min},${PHONE_DIGITS.max}}$`);
/** With the dial code, as in E.164. */
const INTERNATIONAL_DIGITS = /^\+[1-9]\d{7,14}$/;

export const INVALID_PHONE = `Please enter a valid phone number (${PHONE_DIGITS.min}-${PHONE_DIGITS.max} digits)`;

/** A phone number in a form: the selected dial code (`+7`) and the national number. */
export type PhoneInput = { dialCode: string; national: string };

export const stripPhone = (typed: string): string =>
  withoutHidden(typed).replaceAll(/[\s()[\]./·•~\p{Pd}\u2212]/gu, '');

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

export const isValidPhone = ({ dialCode, national }: PhoneInput): boolean =>
  `+${readValid(national, dialCode)?.countryCallingCode}` === dialCode;

/**
 * Whether it can be submitted: 7 to 12 digits, whatever libphonenumber says of them, since numbering plans change before libraries do; see
 * REG-14.
 */
export const isPhone = ({ dialCode, national }: PhoneInput): boolean =>
  !hasExtension(national) && isSubscriber(readValid(national, dialCode)?.nationalNumber ?? stripPhone(national));

const dialCodes: ReadonlySet<string> = new Set(DIAL_CODES);
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
    if (!dialCodes.has(digits.slice(0, length))) continue;
    const phone = withoutTrunkZero({ dialCode: `+${digits.slice(0, length)}`, national: digits.slice(length) });
    return isSubscriber(phone.national) ? phone : null;
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
  const text = withoutHidden(typed).replace(PREFIX, '');
  if (text === '' || hasExtension(text)) return { dialCode, national: text };
  const valid = readValid(text, dialCode) ?? (text.startsWith('00') ? readValid(`+${text.slice(2)}`) : null);
  return valid ? inputOf(valid) : tidyInvalid(stripPhone(text), dialCode, pasted);
}

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** `+79161234567` → `+7 ••• ••• 45 67`, so that users recognise their own number. */
export function maskPhone(phone: string): string {
  const valid = readValid(phone);
  const split = valid ? inputOf(valid) : detectDialCode(digitsOf(phone));
  const ending = (split?.national ?? phone).slice(-4);
  return `${split?.dialCode ?? ''} ••• ••• ${ending.slice(0, 2)} ${ending.slice(2)}`.trim();
}

/** Why a text is no number that can be stored; see REG-32. */
export type PhoneProblem = 'missing' | 'extension' | 'rounded' | 'no_country' | 'invalid';
type ReadPhone = { phone: string; problem: null } | { phone: null; problem: PhoneProblem };
const refused = (problem: PhoneProblem): ReadPhone => ({ phone: null, problem });

export const PHONE_PROBLEMS: Record<PhoneProblem, string> = {
  missing: 'Phone number is required',
  extension: 'Please enter the phone number without an extension, which gets no text messages',
  rounded: 'The spreadsheet has rounded this phone number. Format its column as text, and enter it again',
  no_country: 'Please enter the phone number with the code of the country, as +1 202 555 0143',
  invalid: INVALID_PHONE,
};

/** What stands before a number: `tel:` of links, and the apostrophe and signs by which spreadsheets keep it a text. */
const PREFIX = /^(?:tel:|["'’=\s])+/i;

/**
 * The stored form of a whole number: E.164 if libphonenumber knows it, otherwise plus and 8 to 15 digits. It begins with plus or 00: a number without
 * the code of its country would be one of another country.
 */
export function readPhone(typed: string): ReadPhone {
  const text = withoutHidden(typed.slice(0, TYPED_MAX))
    .replace(PREFIX, '')
    .replace(/["']+$/, '');
  if (stripPhone(text) === '') return refused('missing');
  if (isRounded(text)) return refused('rounded');
  if (hasExtension(text)) return refused('extension');
  if (/\p{L}/u.test(text)) return refused('invalid');
  const whole = stripPhone(text).replace(/^(?:\++(?:00)?|00)/, '+');
  if (!/^\+?\d+$/.test(whole)) return refused('invalid');
  if (!whole.startsWith('+')) return refused(whole.length >= PHONE_DIGITS.min ? 'no_country' : 'invalid');
  const valid = readValid(whole) ?? readValid(withoutTrunk(text, whole));
  if (valid) return { phone: valid.number, problem: null };
  const rest = withoutTrunk(text, whole);
  return INTERNATIONAL_DIGITS.test(rest) ? { phone: rest, problem: null } : refused('invalid');
}
/** PHONE_TEXT_MAX with the characters that nobody sees. */
const TYPED_MAX = 2 * PHONE_TEXT_MAX;

/** `+49 (0)1234` → `+491234`, except in countries where the zero is a part of the number. */
const withoutTrunk = (text: string, whole: string): string =>
  ZERO_STAYS.test(whole) ? whole : whole.replace(trunkPattern(text), '$1');
const ZERO_STAYS = /^\+(?:39|378|225|241|242)/;
function trunkPattern(text: string): RegExp {
  const digits = digitsOf(/^[^(]*(?=\(\s*0\s*\))/.exec(text)?.[0] ?? '').replace(/^00/, '');
  return digits === '' ? /(?!)/ : new RegExp(`^(\\+${digits})0`);
}

export const normalizePhone = (typed: string): string | null => readPhone(typed).phone;

/**
 * A national number as it is written in a country, with the code of that country: `0151 23456790` in DE is `+49 151 23456790`. Null for what is no valid
 * number there.
 * @param country ISO 3166-1
 */
export function internationalPhone(typed: string, country: string): string | null {
  const text = withoutHidden(typed).replace(PREFIX, '');
  if (text === '' || text.length > PHONE_TEXT_MAX || /^[+]|\p{L}/u.test(text) || !isSupportedCountry(country))
    return null;
  const number = parsePhoneNumberFromString(text, country);
  if (!number?.isValid() || number.ext !== undefined) return null;
  // Where people write a zero in front, a number without it is one of another country: (202) 555-0143 would be in Wuppertal.
  const hasTrunkZero = digitsOf(number.formatNational()).startsWith('0');
  return hasTrunkZero && !stripPhone(text).startsWith('0') ? null : number.formatInternational();
}

/** A complete number: plus or 00, dial code, digits, in any way of writing; see REG-32. */
export const phoneSchema = z
  .string(PHONE_PROBLEMS.missing)
  .max(TYPED_MAX)
  .transform((typed, context) => {
    const { phone, problem } = readPhone(typed);
    if (phone !== null) return phone;
    context.addIssue({ code: 'custom', message: PHONE_PROBLEMS[problem] });
    return z.NEVER;
  });

/** The number by which an account is found: that of another country is nobody's, so the plus may be left out. */
export const phoneOfAccountSchema = z
  .string(PHONE_PROBLEMS.missing)
  .max(TYPED_MAX)
  .transform((typed) => (/^[1-9]\d{7,14}$/.test(stripPhone(typed)) ? `+${stripPhone(typed)}` : typed))
  .pipe(phoneSchema);

/** The number of an account, which has 7 to 12 digits after its dial code; numbers of others may be as short as their country has them. */
export const accountPhoneSchema = phoneSchema.refine((phone) => {
  const national = readValid(phone)?.nationalNumber ?? detectDialCode(digitsOf(phone))?.national ?? '';
  return isSubscriber(national);
}, INVALID_PHONE);

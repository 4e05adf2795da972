import { z } from 'zod';
import { DIAL_CODES } from './dial-codes.ts';

/** Digits after the dial code (specification 000 §9). */
export const PHONE_MIN_DIGITS = 7;
export const PHONE_MAX_DIGITS = 12;

/** Without the spaces, hyphens and brackets that people write. */
export const stripPhone = (typed: string): string => typed.replaceAll(/[\s\u00A0()[\]-]/g, '');

/** Whether this can be the national part of a number: 7 to 12 digits. */
export const isNationalNumber = (typed: string): boolean => /^\d{7,12}$/.test(stripPhone(typed));

const known: ReadonlySet<string> = new Set(DIAL_CODES);

/** Splits digits after their dial code; null where they begin with none, or where the rest is no number. */
function detectDialCode(digits: string): PhoneInput | null {
  // No dial code is the beginning of another, so that at most one fits.
  for (let length = 1; length <= 3; length += 1) {
    if (!known.has(digits.slice(0, length))) continue;
    const national = digits.slice(length);
    return isNationalNumber(national) ? { dialCode: `+${digits.slice(0, length)}`, national } : null;
  }
  return null;
}

/** A phone as the form holds it: the selected dial code (`+7`) and national digits. */
export type PhoneInput = { dialCode: string; national: string };

/**
 * What was typed or pasted into the phone field, put in order on paste and on blur, the most specific rule first
 * (specification 000 §5, decision 13): a leading plus, eleven digits with a leading 8, more than ten pasted digits, then
 * the selected dial code written once more.
 * @param dialCode the selected one, with its plus
 */
export function tidyPhone(typed: string, dialCode: string, { pasted = false } = {}): PhoneInput {
  const stripped = stripPhone(typed);
  // A plus that leads nowhere stays: without it, what is no number would pass for one of the selected country.
  if (stripped.startsWith('+')) return detectDialCode(stripped.slice(1)) ?? { dialCode, national: stripped };
  if (/^8\d{10}$/.test(stripped)) return { dialCode: '+7', national: stripped.slice(1) };
  const detected = pasted && stripped.length > 10 ? detectDialCode(stripped) : null;
  return detected ?? { dialCode, national: withoutDialCode(stripped, dialCode) };
}

function withoutDialCode(digits: string, dialCode: string): string {
  const code = dialCode.replace('+', '');
  const rest = digits.slice(code.length);
  return digits.startsWith(code) && isNationalNumber(rest) ? rest : digits;
}

/** `+79161234567` → `+7 ••• ••• 45 67`: enough to know one's own number by. */
export function maskPhone(phone: string): string {
  const split = detectDialCode(phone.replaceAll(/\D/g, ''));
  const shown = (split?.national ?? phone).slice(-4);
  return `${split?.dialCode ?? ''} ••• ••• ${shown.slice(0, 2)} ${shown.slice(2)}`.trim();
}

/** A whole number: plus, dial code, digits. Takes it without the plus and with what people write between. */
export const phoneSchema = z
  .string('Phone number is required')
  .max(40)
  .transform(stripPhone)
  .refine((phone) => phone !== '', 'Phone number is required')
  .refine((phone) => /^\+?\d{8,15}$/.test(phone), 'Please enter a valid phone number (7-12 digits)')
  .transform((phone) => (phone.startsWith('+') ? phone : `+${phone}`));

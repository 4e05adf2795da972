import { AsYouType } from 'libphonenumber-js/min';
import { digitsOf, type PhoneInput } from './phone.ts';

function groupDigits({ dialCode, national }: PhoneInput): string {
  const isWhole = /^\s*[+0]/.test(national);
  const formatter = new AsYouType(isWhole ? { defaultCallingCode: dialCode.replace('+', '') } : {});
  return isWhole ? formatter.input(national) : formatter.input(dialCode + national).slice(dialCode.length);
}

/** Groups the digits as in the country of the dial code, also for an incomplete number. */
export function formatPhone({ dialCode, national }: PhoneInput): string {
  if (!/^\+?[\d\s()./\u00A0-]*$/.test(national)) return national;
  const formatted = groupDigits({ dialCode, national }).trim();
  return digitsOf(formatted) === digitsOf(national) ? formatted : national;
}

export type Typed = { text: string; caret: number };

/**
 * Formats a phone field while typing, with the caret behind the same digit. While characters are deleted nothing is
 * formatted, because a deleted bracket would be inserted again.
 */
export function formatTyped({ text, caret }: Typed, before: string, dialCode: string): Typed {
  if (text.length < before.length) return { text, caret };
  const formatted = formatPhone({ dialCode, national: text });
  if (caret >= text.length) return { text: formatted, caret: formatted.length };
  let left = digitsOf(text.slice(0, caret)).length;
  let at = 0;
  for (; left > 0 && at < formatted.length; at += 1) if (/\d/.test(formatted.charAt(at))) left -= 1;
  return { text: formatted, caret: at };
}

/** Without vowels, so that no code is a word. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 6;
const HALF = USER_CODE_LENGTH / 2;
const USER_CODE = new RegExp(`^[${USER_CODE_LETTERS}]{${USER_CODE_LENGTH}}$`);

/** `BCDFGH` → `BCD-FGH`. */
export const formatUserCode = (code: string): string => `${code.slice(0, HALF)}-${code.slice(HALF)}`;

/**
 * The six letters of a code as people type it (in any case, with any dashes or blanks), or of the link of a QR code, whose parameter
 * `code` has it. Null for what is none.
 */
export function readUserCode(typed: string): string | null {
  const text = URL.parse(typed.trim())?.searchParams.get('code') ?? typed;
  const letters = text.replaceAll(/[\s\p{Pd}\u2212._]/gu, '').toUpperCase();
  return USER_CODE.test(letters) ? letters : null;
}

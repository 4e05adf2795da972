/**
 * The code in a pasted text, such as `Your code is 1234.` or `123 456`: the digits after the word "code",
 * otherwise the first run of that length. Null where there is none.
 */
export function codeInText(text: string, length: number): string | null {
  // Authenticator apps show six digits in two groups.
  const joined = text.replaceAll(/(?<!\d)(\d{3})[\s\u00A0-](\d{3})(?!\d)/g, '$1$2');
  const bare = joined.replaceAll(/[\s\u00A0-]/g, '');
  if (/^\d+$/.test(bare)) return bare.length === length ? bare : null;
  const digits = `(?<!\\d)(\\d{${length}})(?!\\d)`;
  const named = new RegExp(`(?:code|pin|код\\p{L}*)[^\\d]{0,30}${digits}`, 'iu').exec(joined);
  return (named ?? new RegExp(digits).exec(joined))?.[1] ?? null;
}

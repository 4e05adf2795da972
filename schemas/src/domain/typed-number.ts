/**
 * A number as it was typed, without what spreadsheets, keyboards and pages add: direction marks, zero-width and full-width characters. Digits of all
 * scripts become those of ASCII.
 */
export const withoutHidden = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .trim();

/** The digits of a script follow each other, from zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** `1.234.567.890.123.450`: a number of spreadsheets, which have kept 15 digits of it. */
export const hasThousands = (text: string): boolean => /^\d{1,3}(?:[.,'’\s]\d{3}){4,}$/.test(withoutHidden(text));

/** `1,23457E+15`: a number of which a spreadsheet has kept the first digits only. */
export const isRounded = (text: string): boolean =>
  /^['"=\s]*\d+(?:[.,]\d+)?\s*e\s*\+?\s*\d+["\s]*$/i.test(withoutHidden(text));

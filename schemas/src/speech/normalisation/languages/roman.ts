const VALUES: Record<string, number> = { I: 1, V: 5, X: 10 };
const ROMAN = /^(X{0,3})(IX|IV|V?I{0,3})$/;

/** Letters of other alphabets that look like those of numerals: people type `ХХI` with the Х of their keyboard. */
const ALIKE: Record<string, string> = { Х: 'X', І: 'I', Ι: 'I', Χ: 'X' };

/** The value of a Roman numeral of at most 39; null for what is none. */
export function romanValue(text: string): number | null {
  if (text === '' || text.length > 7) return null;
  const latin = text.replaceAll(/[ХІΙΧ]/g, (letter) => ALIKE[letter] ?? letter);
  if (!ROMAN.test(latin)) return null;
  const values = latin.split('').map((letter) => VALUES[letter] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

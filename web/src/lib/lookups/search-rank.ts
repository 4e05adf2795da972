/** Letters that Unicode does not decompose into a base letter and an accent. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th' };

/** Normalises a text for comparison: lower case without accents (ё is е), apostrophes and full stops. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøđðłıþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/['’ʼ`´.]/g, '')
    .replaceAll(/(?<=\p{L})[-‐–—](?=\p{L})/gu, ' ')
    .replaceAll('−', '-')
    .replaceAll(/[\s_/]+/g, ' ')
    .trim();

/** The searchable texts of an entry: the shown name, its codes, and its names in other languages. */
export type SearchTexts = { name: string; codes?: readonly string[]; others?: readonly string[] };

const NO_MATCH = Number.POSITIVE_INFINITY;

/** The rank of a match: equal, prefix, prefix of a word, substring. */
function matchOf(text: string, wanted: string): number {
  const at = text.indexOf(wanted);
  if (at === -1) return NO_MATCH;
  if (at === 0) return text.length === wanted.length ? 0 : 1;
  return text.includes(` ${wanted}`) ? 2 : 3;
}

/** Lower is better. An exact code is best; of equal matches the shown name precedes. */
function rankOf({ name, codes = [], others = [] }: SearchTexts, wanted: string): number {
  const folded = codes.map(foldText);
  if (folded.includes(wanted)) return -1;
  const shown = matchOf(foldText(name), wanted);
  const rest = Math.min(...[...folded, ...others.map(foldText)].map((text) => matchOf(text, wanted)), NO_MATCH);
  return Math.min(shown, rest + 0.5);
}

/** The matching entries, best first, otherwise in the order of the list; all for an empty text. */
export function searchRanked<T>(list: readonly T[], typed: string, textsOf: (entry: T) => SearchTexts): T[] {
  const wanted = foldText(typed);
  if (wanted === '') return [...list];
  return list
    .map((entry) => ({ entry, rank: rankOf(textsOf(entry), wanted) }))
    .filter(({ rank }) => rank !== NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

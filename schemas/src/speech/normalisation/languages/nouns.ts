import type { Abbreviation } from '../language.ts';

/** Units by how they are written, from lines of `key: signs | forms of the noun`. */
export function unitsOf(lines: readonly string[]): Map<string, { key: string; isNoun: boolean }> {
  const units = new Map<string, { key: string; isNoun: boolean }>();
  for (const line of lines) {
    const [key = '', written = ''] = line.split(': ');
    const [signs = '', nouns = ''] = written.split('|');
    for (const sign of splitList(signs)) units.set(sign, { key, isNoun: false });
    for (const noun of splitList(nouns)) units.set(noun, { key, isNoun: true });
  }
  return units;
}

const splitList = (list: string): string[] =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Months by their names, from one line with a comma between months and a slash between the forms of a month. */
export const monthsOf = (line: string): Map<string, number> =>
  new Map(
    line.split(',').flatMap((names, index) =>
      names
        .trim()
        .split('/')
        .map((name) => [name, index + 1] as const),
    ),
  );

/**
 * Abbreviations from lines of `abbreviation = words`; an abbreviation that ends with a point is one with it only.
 * @param before what they stand before
 */
export const abbreviationsOf = (before: Abbreviation['before'], lines: readonly string[]): [string, Abbreviation][] =>
  lines.map((line) => {
    const [written = '', spoken = ''] = line.split(' = ');
    return [written, { spoken, before }];
  });

const characters = new Intl.Segmenter();
const firstOf = (word: string): string => characters.segment(word).containing(0)?.segment ?? '';

/** The first characters of the first two words; never half of an emoji. */
export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => firstOf(word).toUpperCase())
    .join('');

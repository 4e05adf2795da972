/** How a word or phrase is spoken in a language, as `ru` or `ru-RU`. */
export type Pronunciation = { language: string; word: string; spoken: string };

export type Pronunciations = {
  /** The words of a text that have a pronunciation in a language, each once, in lower case. */
  namedIn(text: string, language: string): string[];
  /** Replaces the words of a text in a language, whole words only and in any case; the longest where several begin. */
  apply(text: string, language: string): string;
};

const BOUNDARY_BEFORE = String.raw`(?<![\p{L}\p{N}\p{M}])`;
const BOUNDARY_AFTER = String.raw`(?![\p{L}\p{N}\p{M}])`;
const escape = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
const folded = (word: string): string => word.normalize('NFC').toLowerCase();

type Rules = { pattern: RegExp; spoken: ReadonlyMap<string, string> };

/** The rules of each language are compiled at its first text. */
export function createPronunciations(entries: readonly Pronunciation[]): Pronunciations {
  const compiled = new Map<string, Rules | null>();
  const rulesOf = (language: string): Rules | null => {
    const memo = compiled.get(language);
    if (memo !== undefined) return memo;
    const rules = compile(entries.filter((entry) => languagesMatch(entry.language, language)));
    compiled.set(language, rules);
    return rules;
  };
  return {
    namedIn(text, language) {
      const rules = rulesOf(language);
      return rules ? [...new Set(text.normalize('NFC').match(rules.pattern)?.map(folded) ?? [])] : [];
    },
    apply(text, language) {
      const rules = rulesOf(language);
      if (!rules) return text;
      const { pattern, spoken } = rules;
      return text.normalize('NFC').replaceAll(pattern, (word) => spoken.get(folded(word)) ?? word);
    },
  };
}

function compile(entries: readonly Pronunciation[]): Rules | null {
  if (entries.length === 0) return null;
  // An entry with a region is about that region only, so it goes before one for the whole language.
  const general = entries.filter(({ language }) => !language.includes('-'));
  const regional = entries.filter(({ language }) => language.includes('-'));
  const spoken = new Map([...general, ...regional].map((entry) => [folded(entry.word), entry.spoken]));
  const words = [...spoken.keys()].sort((a, b) => b.length - a.length).map(escape);
  return { pattern: new RegExp(`${BOUNDARY_BEFORE}(?:${words.join('|')})${BOUNDARY_AFTER}`, 'giu'), spoken };
}

const parts = (language: string): [string, string | undefined] => {
  const [base = '', region] = language.toLowerCase().split('-');
  return [base, region];
};

/** Whether a text in one language suits a place with the other: a language without region matches one with it; see ANN-2. */
export function languagesMatch(one: string, other: string): boolean {
  const [[base, region], [otherBase, otherRegion]] = [parts(one), parts(other)];
  return base === otherBase && (region === undefined || otherRegion === undefined || region === otherRegion);
}

/** The languages in which names are read whose letters a voice does not know: it would say "Chinese letter" for each of them, or spell them. */
const SCRIPTS = [
  ['Han', 'cmn'],
  ['Hangul', 'ko'],
  ['Hiragana', 'ja'],
  ['Katakana', 'ja'],
  ['Cyrillic', 'ru'],
  ['Greek', 'el'],
  ['Arabic', 'ar'],
  ['Hebrew', 'he'],
  ['Thai', 'th'],
  ['Devanagari', 'hi'],
  ['Bengali', 'bn'],
  ['Tamil', 'ta'],
  ['Telugu', 'te'],
  ['Gujarati', 'gu'],
  ['Gurmukhi', 'pa'],
  ['Kannada', 'kn'],
  ['Malayalam', 'ml'],
  ['Sinhala', 'si'],
  ['Georgian', 'ka'],
  ['Armenian', 'hy'],
  ['Ethiopic', 'am'],
] as const;

/** Languages of eSpeak NG and the scripts that they read themselves; others read Latin letters only. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  ...groupedBy('Cyrillic', 'ba be bg cv kk ky mk ru sr tk tt uk bs hr'),
  ...groupedBy('Arabic', 'ar fa sd ug ur ku'),
  ...groupedBy('Devanagari', 'hi mr ne'),
  ...groupedBy('Bengali', 'as bn'),
  ...groupedBy('Ethiopic', 'am ti'),
  cmn: ['Han'],
  yue: ['Han'],
  ja: ['Hiragana', 'Katakana', 'Han'],
  ko: ['Hangul'],
  el: ['Greek'],
  he: ['Hebrew'],
  th: ['Thai'],
  ta: ['Tamil'],
  te: ['Telugu'],
  gu: ['Gujarati'],
  pa: ['Gurmukhi'],
  kn: ['Kannada'],
  ml: ['Malayalam'],
  si: ['Sinhala'],
  ka: ['Georgian'],
  hy: ['Armenian'],
};
function groupedBy(script: string, languages: string): Record<string, readonly string[]> {
  return Object.fromEntries(languages.split(' ').map((language) => [language, [script]]));
}

/** Names of the same script with spaces between are one run. */
const RUNS = SCRIPTS.map(
  ([script, language]) =>
    [
      script,
      language,
      String.raw`\p{Script=${script}}[\p{Script=${script}}\p{M}]*(?:[ ·・][\p{Script=${script}}\p{M}]+)*`,
    ] as const,
);
const patterns = new Map<string, RegExp>();

/** A piece of a text; the language is null where the voice reads it itself. */
export type Piece = { text: string; language: string | null };

/** Cuts a text where letters begin that a voice of a language does not know. The pieces joined are the text. */
export function piecesOf(text: string, language: string): Piece[] {
  const own = OWN[language] ?? [];
  const foreign = RUNS.filter(([script]) => !own.includes(script));
  const pattern = patterns.get(language) ?? new RegExp(foreign.map(([, , run]) => `(${run})`).join('|'), 'gu');
  patterns.set(language, pattern);
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), language: null });
    const group = match.slice(1).findIndex((run: string | undefined) => run !== undefined);
    pieces.push({ text: match[0], language: foreign[group]?.[1] ?? null });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), language: null });
  return pieces;
}

/** The language of an identifier: `gmw/en-US+f2` is en. */
export const languageOfIdentifier = (voice: string): string => /(?:.*\/)?([a-z]+)/.exec(voice)?.[1] ?? '';

/** The marks of a sentence, which eSpeak NG drops and which neural voices need for their melody; `、。！？` are told as their Latin ones. */
const MARKS: Readonly<Record<string, string>> = {
  '、': ',',
  '，': ',',
  '。': '.',
  '！': '!',
  '？': '?',
  '；': ';',
  '：': ':',
};
const CLAUSE = /([^.!?,;:、，。！？；：]+)([.!?,;:、，。！？；：]*)/gu;

/**
 * The phonemes of a text in IPA, clause by clause, each with the mark behind it: `labdien, veikals.`
 * @param speak the phonemes of a clause without marks, as eSpeak NG gives them: sounds separated by `_`, parts by line feeds
 */
export function phonemesOf(text: string, speak: (clause: string) => string): string {
  // A mark inside of a word or number is spoken: 3.5 and 12:30 are no clauses.
  const spaced = text.replaceAll(/(?<=\p{N})[.,:](?=\p{N})|(?<=\p{L})\.(?=\p{L})/gu, (mark) => INSIDE[mark] ?? mark);
  const clauses: string[] = [];
  for (const [, words = '', marks = ''] of spaced.matchAll(CLAUSE)) {
    const restored = words.replaceAll(INSIDE_SIGNS, (sign) => OUTSIDE[sign] ?? sign);
    const sounds = plain(speak(restored));
    const mark = marks.at(0) ?? '';
    if (sounds !== '') clauses.push(`${sounds}${MARKS[mark] ?? mark}`);
  }
  return clauses.join(' ');
}

/** Signs of the private use area stand for marks inside of words while clauses are found. */
const INSIDE: Readonly<Record<string, string>> = { '.': '\u{E000}', ',': '\u{E001}', ':': '\u{E002}' };
const OUTSIDE: Readonly<Record<string, string>> = { '\u{E000}': '.', '\u{E001}': ',', '\u{E002}': ':' };
const INSIDE_SIGNS = /[\u{E000}-\u{E002}]/gu;

const plain = (ipa: string): string => ipa.replaceAll('_', '').replaceAll(/\s+/g, ' ').trim();

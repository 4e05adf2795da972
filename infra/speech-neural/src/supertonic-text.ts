/** Longer texts are cut between sentences: speech is cut off after some 13 s otherwise. */
const CHUNK_MAX = 180;
/** Languages that say as much with fewer signs. */
const DENSE_CHUNK_MAX = 80;
const DENSE: ReadonlySet<string> = new Set(['ko', 'ja']);

export const SUPERTONIC_LANGUAGES: ReadonlySet<string> = new Set(
  'en ko ja ar bg cs da de el es et fi fr hi hr hu id it lt lv nl pl pt ro ru sk sl sv tr uk vi'.split(' '),
);

/** Cuts a text into parts that are each spoken at once: whole sentences together, a long sentence at commas or between words. */
export function chunkText(text: string, language: string): string[] {
  const max = DENSE.has(language) ? DENSE_CHUNK_MAX : CHUNK_MAX;
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  const sentences = [...segmenter.segment(text)].flatMap(({ segment }) => cutSentence(segment.trim(), max));
  const chunks: string[] = [];
  for (const sentence of sentences) {
    const last = chunks.at(-1);
    if (last !== undefined && last.length + 1 + sentence.length <= max)
      chunks[chunks.length - 1] = `${last} ${sentence}`;
    else if (sentence !== '') chunks.push(sentence);
  }
  return chunks;
}

function cutSentence(sentence: string, max: number): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > max) {
    const head = rest.slice(0, max);
    const comma = Math.max(...[', ', '; ', ': '].map((mark) => head.lastIndexOf(mark))) + 1;
    const space = head.lastIndexOf(' ');
    const at = comma > 0 ? comma : space > 0 ? space : max;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return rest === '' ? parts : [...parts, rest];
}

const SPELLINGS: [RegExp, string][] = [
  [/\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}]|\u200D|\uFE0F/gu, ''],
  [/[–‑—]/g, '-'],
  [/[“”„«»]/g, '"'],
  [/[‘’´`]/g, "'"],
  [/[_[\]|/#→←<>\\]/g, ' '],
  [/\s+([,.!?;:])/g, '$1'],
  [/\s+/g, ' '],
];

/** A chunk as the model reads it: decomposed, in the signs that it knows, with a mark at the end, between tags of the language. */
export function spellForModel(chunk: string, language: string): string {
  let text = chunk.normalize('NFKD');
  for (const [pattern, replacement] of SPELLINGS) text = text.replaceAll(pattern, replacement);
  text = text.trim();
  if (text === '') return '';
  const ended = /[.!?;:,'")\]}…。]$/.test(text) ? text : `${text}.`;
  return `<${language}>${ended}</${language}>`;
}

/** The numbers of the signs by the model's table (index: code unit); unknown signs are left out. */
export const characterIds = (text: string, table: readonly number[]): number[] =>
  Array.from(text).flatMap((sign) => {
    const number = table[sign.codePointAt(0) ?? 0];
    return number === undefined || number < 0 ? [] : [number];
  });

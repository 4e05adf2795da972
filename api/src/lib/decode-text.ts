import { AppError } from '../errors.ts';

/** `encoding`: as the WHATWG names it. */
export type DecodedText = { text: string; encoding: string };
type Hints = {
  /** The parameter `charset` of the media type. */
  declared?: string | undefined;
  /** The header Accept-Language: spreadsheets save in the code page of the system, whose language browsers have, too. */
  languages?: string | undefined;
  type?: string | undefined;
};

const HOW_TO_SAVE =
  'Save it again as UTF-8: in Excel by Save as, “CSV UTF-8”; in LibreOffice by Save as, “Edit filter settings”; in an editor by Save as, Encoding';

const unreadable = (message: string, cause?: unknown): AppError => new AppError('unprocessable', message, { cause });

/**
 * Decodes a text file. Its encoding is that of its byte order mark, else the declared one, UTF-16 where it has zero bytes, UTF-8 where it is valid,
 * and else the code page that its letters tell. Throws unprocessable for a file of another kind, for an unknown encoding, and for letters that tell none.
 */
export function decodeText(bytes: Uint8Array, { declared, languages, type }: Hints = {}): DecodedText {
  requireText(bytes, type);
  const marked = encodingOfMark(bytes);
  if (marked !== null) return decodeAs(bytes, marked);
  // Programs declare UTF-8 without a look at the file, so that this is not believed where it is wrong.
  if (declared !== undefined && !/^utf-?8$/i.test(declared)) return decodeAs(bytes, declared);
  const wide = wideEncoding(bytes);
  if (wide !== null) return decodeAs(bytes, wide);
  return (
    asUtf8(bytes) ??
    (hasFolds(bytes) ? asUtf8(withoutFolds(bytes)) : null) ??
    decodeAs(bytes, codePageOf(bytes, languages))
  );
}

function asUtf8(bytes: Uint8Array): DecodedText | null {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return null;
  }
}

/** First bytes of what people send in the place of a text. */
const OTHER_FILES: readonly [bytes: string, name: string][] = [
  ['PK\u0003\u0004', 'a workbook (XLSX, ODS) or a ZIP archive'],
  ['\u00D0\u00CF\u0011\u00E0', 'an old workbook (XLS)'],
  ['%PDF-', 'a PDF'],
  ['{\\rtf', 'a text with formats (RTF)'],
  ['\u001F\u008B', 'a compressed file (gzip)'],
];
/** Programs export tables in these as .xls. */
const MARKUP = /^(?:\u00EF\u00BB\u00BF)?\s*<(?:!doctype|html|\?xml|table|workbook)/i;

function requireText(bytes: Uint8Array, type: string | undefined): void {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  const name = MARKUP.test(head) ? 'a web page or XML' : OTHER_FILES.find(([start]) => head.startsWith(start))?.[1];
  if (name === undefined) return;
  if (type === 'text/calendar')
    throw unreadable(`This is ${name}, not an iCalendar file. Download the calendar itself, whose name ends with .ics`);
  throw unreadable(`This is ${name}, not a text file. Open it, and save it as text: in a spreadsheet as “CSV UTF-8”`);
}

function encodingOfMark([first, second, third, fourth]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'utf-32' : 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
}

/** The code page is told within a few milliseconds. */
const SAMPLE_BYTES = 4_096;

/** The line ends, digits and separators of UTF-16 without a mark have a zero on one side, whatever the language is. Null for other texts. */
function wideEncoding(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const isWide = Math.max(even, odd) > sample.length / 8 && Math.min(even, odd) < Math.max(even, odd) / 4;
  if (!isWide) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Throws unprocessable for an unknown encoding, and for bytes that it does not have. */
function decodeAs(bytes: Uint8Array, encoding: string): DecodedText {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    return { text: decoder.decode(bytes), encoding: decoder.encoding };
  } catch (cause) {
    throw unreadable(`The file cannot be read as ${encoding.toUpperCase()}. ${HOW_TO_SAVE}`, cause);
  }
}

type CodePage = {
  name: string;
  script: 'Latin' | 'Cyrillic' | 'Greek' | 'Hebrew' | 'Arabic';
  languages: readonly string[];
};
/** By the languages whose systems have them. The first is that of all others. */
const CODE_PAGES: readonly CodePage[] = [
  { name: 'windows-1252', script: 'Latin', languages: [] },
  { name: 'windows-1251', script: 'Cyrillic', languages: ['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk', 'ky', 'tg', 'mn'] },
  { name: 'windows-1250', script: 'Latin', languages: ['pl', 'cs', 'sk', 'hu', 'hr', 'sl', 'bs', 'ro', 'sq'] },
  { name: 'windows-1257', script: 'Latin', languages: ['lv', 'lt', 'et'] },
  { name: 'windows-1254', script: 'Latin', languages: ['tr', 'az'] },
  { name: 'windows-1253', script: 'Greek', languages: ['el'] },
  { name: 'windows-1255', script: 'Hebrew', languages: ['he', 'iw', 'yi'] },
  { name: 'windows-1256', script: 'Arabic', languages: ['ar', 'fa', 'ur'] },
];
/** Letters, and signs that stand where other code pages have letters. */
const WORD = /[\p{L}\p{M}\u0080-\u009F¡-¨ª¬¯±-³µ¶¸-º¼-¿]+/gu;
/** The words of a script as people write them: small, with a capital in front, or in capitals; Latin ones with letters of ASCII, also as McÉwan. */
const PLAUSIBLE: Record<CodePage['script'], RegExp> = {
  Latin: /^(?=\p{Script=Latin}+$)(?=.*[A-Za-z])(?:\p{Lu}\p{Ll}{1,2})?(?:\p{Lu}?\p{Ll}+|\p{Lu}+)$/u,
  Cyrillic: /^(?=\p{Script=Cyrillic}+$)(?:\p{Lu}?\p{Ll}+|\p{Lu}+)$/u,
  Greek: /^(?=\p{Script=Greek}+$)(?:\p{Lu}?\p{Ll}+|\p{Lu}+)$/u,
  Hebrew: /^\p{Script=Hebrew}+$/u,
  Arabic: /^\p{Script=Arabic}+$/u,
};
/** The share of plausible words from which a code page is believed. */
const SURE = 0.7;

/** Throws unprocessable where the letters tell no code page. */
function codePageOf(bytes: Uint8Array, languages = ''): string {
  const sample = linesWithLetters(bytes);
  const language = languages.trim().slice(0, 2).toLowerCase();
  const own = CODE_PAGES.find((page) => page.languages.includes(language)) ?? CODE_PAGES[0];
  // Nearly every byte is a letter in these, so that any word of another script is one of theirs.
  const candidates = CODE_PAGES.filter((page) => page === own || page.script === 'Latin' || page.script === 'Cyrillic');
  const likelihoods = candidates.map((page) => likelihood(sample, page, page === own));
  // Signs alone, such as dashes, tell nothing.
  if (likelihoods.every(({ words }) => words === 0)) return own?.name ?? 'windows-1252';
  const [best] = likelihoods.toSorted(
    (a, b) => b.share - a.share || b.rhythm - a.rhythm || Number(b.isOwn) - Number(a.isOwn),
  );
  if (!best || best.share < SURE)
    throw unreadable(`The file is not in UTF-8, and its letters do not tell its encoding. ${HOW_TO_SAVE}`);
  return best.page.name;
}

function likelihood(sample: Uint8Array, page: CodePage, isOwn: boolean) {
  const { name, script } = page;
  const words = (new TextDecoder(name).decode(sample).match(WORD) ?? []).filter(
    (word) => word.length > 1 && !/^\p{ASCII}+$/u.test(word),
  );
  const plausible = words.filter((word) => PLAUSIBLE[script].test(word)).length;
  const rhythm = words.reduce((sum, word) => sum + alternations(word), 0);
  return { page, isOwn, words: words.length, share: words.length === 0 ? 0 : plausible / words.length, rhythm };
}

/** The lines with bytes beyond ASCII, up to the size of a sample. Searched as a string: byte by byte, 2 MB of short lines take 100 ms. */
function linesWithLetters(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const letters = /[\u0080-\u00FF]/g;
  let sample = '';
  for (let match = letters.exec(text); match && sample.length < SAMPLE_BYTES; match = letters.exec(text)) {
    const end = text.indexOf('\n', match.index) + 1 || text.length;
    const start = Math.max(text.lastIndexOf('\n', match.index) + 1, match.index - SAMPLE_BYTES / 2);
    sample += text.slice(start, Math.min(end, start + SAMPLE_BYTES));
    letters.lastIndex = end;
  }
  return Buffer.from(sample, 'latin1');
}

/** Changes between vowels and consonants: in a wrong code page è is č, and ř is ø, so that vowels or consonants stand side by side. */
function alternations(word: string): number {
  const isVowel = Array.from(word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(), (letter) =>
    'aeiouyøæœı'.includes(letter),
  );
  return isVowel.filter((vowel, at) => at > 0 && vowel !== isVowel[at - 1]).length;
}

const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20];

const hasFolds = (bytes: Uint8Array): boolean => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.includes('\n ') || buffer.includes('\n\t');
};
/** A line of iCalendar may be folded within a letter (RFC 5545, 3.1). */
function withoutFolds(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const end = bytes[at] === CR && bytes[at + 1] === LF ? at + 1 : at;
    const isFold = bytes[end] === LF && (bytes[end + 1] === SPACE || bytes[end + 1] === TAB);
    if (isFold) at = end + 1;
    else kept[length++] = bytes[at] ?? 0;
  }
  return kept.subarray(0, length);
}

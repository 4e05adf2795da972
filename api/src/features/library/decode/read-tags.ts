import { parseBuffer } from 'music-metadata';

const TAG_MAX = 200;
type Tags = { title: string | null; artist: string | null };

/** Title and artist of a file; null where it has none, or its tags are damaged, which does not concern its sound. */
export async function readTags(file: Buffer): Promise<Tags> {
  const metadata = await parseBuffer(file, undefined, { duration: false, skipCovers: true }).catch(() => null);
  const { title, artist } = metadata?.common ?? {};
  const decode = decoderOf([title, artist].filter((text) => text !== undefined).join(' '));
  return { title: textOf(title, decode), artist: textOf(artist, decode) };
}

/** Postgres stores no NUL. */
const textOf = (text: string | undefined, decode: (text: string) => string): string | null =>
  decode(text ?? '')
    .replaceAll('\0', '')
    .trim()
    .slice(0, TAG_MAX) || null;

const WORD = /[A-Za-z\u0080-\u00FF]+/g;
const HIGH = /[\u0080-\u00FF]/;

/**
 * Many programs write the tags of MP3 and WAV files in the code page of their computer, or in UTF-8, although these are Latin-1 by their standards.
 * @param text all tags together, so that all are read in the same way
 */
function decoderOf(text: string): (text: string) => string {
  const asIs = (given: string): string => given;
  if (!HIGH.test(text) || /[\u0100-\u{10FFFF}]/u.test(text)) return asIs;
  if (decoded(text, 'utf-8') !== null) return (given) => decoded(given, 'utf-8') ?? given;
  const words = (text.match(WORD) ?? []).filter((word) => HIGH.test(word));
  // Letters of Latin alphabets with marks stand between plain ones; Cyrillic words have no others.
  const isCyrillic = words.some((word) => word.length > 1) && !words.some((word) => /[A-Za-z]/.test(word));
  if (!isCyrillic) return asIs;
  const encoding = cyrillicOf(words);
  return (given) => decoded(given, encoding) ?? given;
}

/** Words have small letters behind their first one; which bytes those are tells the code page. */
function cyrillicOf(words: readonly string[]): string {
  const tails = words.map((word) => word.slice(1)).join('');
  const count = (pattern: RegExp): number => tails.match(pattern)?.length ?? 0;
  // Small letters of DOS, of which half stand where others have no letters.
  if (count(/[\u00A0-\u00AF]/g) > tails.length / 5) return 'ibm866';
  return count(/[\u00C0-\u00DF]/g) > count(/[\u00E0-\u00FF]/g) &&
    words.every((word) => !/^[\u00C0-\u00DF]/.test(word) || word.length === 1)
    ? 'koi8-r'
    : 'windows-1251';
}

function decoded(text: string, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return null;
  }
}

/** How the bytes of a text were read. Those of a single byte for each letter are guessed. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' | 'windows-1252';
export type DecodedText = { text: string; encoding: Encoding };

/** So many bytes tell whether a text without a mark has two bytes for each letter. */
const SAMPLE_BYTES = 4_096;

/**
 * The text of a file, without its byte order mark, in whatever people save it: UTF-8, UTF-16 with or without a mark, otherwise Windows-1251 where most
 * of its letters are Cyrillic, and Windows-1252, which contains Latin-1. A line of iCalendar may be folded within a letter, see RFC 5545, 3.1.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = wideEncodingOf(bytes);
  if (wide) return decoded(bytes, wide);
  return (
    asUtf8(bytes) ?? asUtf8(withoutFolds(bytes)) ?? decoded(bytes, isCyrillic(bytes) ? 'windows-1251' : 'windows-1252')
  );
}

const decoded = (bytes: Uint8Array, encoding: Encoding): DecodedText => ({
  text: new TextDecoder(encoding).decode(bytes),
  encoding,
});

function asUtf8(bytes: Uint8Array): DecodedText | null {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return null;
  }
}

function wideEncodingOf(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Line ends, digits and names of fields have a zero byte, whatever the language is.
  const isWide = Math.max(even, odd) > sample.length / 8 && Math.min(even, odd) < Math.max(even, odd) / 4;
  if (!isWide) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Letters of Latin alphabets with marks stand between plain ones; Cyrillic ones stand beside each other. */
function isCyrillic(bytes: Uint8Array): boolean {
  let [beside, alone] = [0, 0];
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0xc0) continue;
    const isBeside = (bytes[at - 1] ?? 0) >= 0xc0 || (bytes[at + 1] ?? 0) >= 0xc0;
    if (isBeside) beside += 1;
    else alone += 1;
  }
  return beside > alone;
}

const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20];

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

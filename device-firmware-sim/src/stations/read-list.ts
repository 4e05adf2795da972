/** What a server sends in the place of sound: a list of addresses, which streams of the HTTP protocol are told by. */
export type ListOf = { kind: 'list'; addresses: string[] } | { kind: 'hls' } | { kind: 'page' } | null;

const HLS = /^#EXT-X-(?:STREAM-INF|TARGETDURATION|MEDIA-SEQUENCE|MEDIA|VERSION|I-FRAME)/m;
const PAGE = /^\s*(?:<!doctype html|<html|<head|<body)/i;
const ADDRESSES_MAX = 20;

/**
 * Reads the beginning of what an address answers with.
 * @param base the address of the list, to which its addresses may be relative
 * @returns null for everything that is no list and no page, as sound
 */
export function readList(bytes: Buffer, base: string, type: string): ListOf {
  if (isSound(bytes)) return null;
  const text = textOf(bytes);
  if (HLS.test(text)) return { kind: 'hls' };
  const written = addressesOf(text, new URL(base).pathname, type);
  if (written === null)
    return PAGE.test(text) || (/html/i.test(type) && /<[a-z!]/i.test(text)) ? { kind: 'page' } : null;
  const resolved = written.flatMap((address) => URL.parse(address, base)?.href ?? []);
  return {
    kind: 'list',
    addresses: [...new Set(resolved.filter((url) => /^https?:/.test(url)))].slice(0, ADDRESSES_MAX),
  };
}

/** Frames of MP3 and AAC, Ogg, FLAC, WAV, ID3. */
function isSound(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 4);
  return (
    /^(?:OggS|fLaC|RIFF|ID3)/.test(head) ||
    bytes.includes(0) ||
    (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)
  );
}

const textOf = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  return bytes.toString('utf8').replace(/^\u{FEFF}/u, '');
};

/** The addresses that a list has; null for what is none. Titles and comments are left out. */
function addressesOf(text: string, path: string, type: string): string[] | null {
  if (/^\s*\[playlist\]/i.test(text) || /scpls/i.test(type)) return all(text, /^\s*File\d*\s*=\s*(\S.*?)\s*$/gim);
  if (/^\s*\[reference\]/i.test(text)) return all(text, /^\s*Ref\d*\s*=\s*(\S.*?)\s*$/gim).map(withoutMms);
  if (/<asx\b/i.test(text))
    return all(text, /<(?:ref|entryref)\b[^>]*?\bhref\s*=\s*["']\s*([^"']+?)\s*["']/gi).map((url) =>
      withoutMms(unescaped(url)),
    );
  if (/<playlist\b/i.test(text)) return all(text, /<location>\s*([^<]+?)\s*<\/location>/gi).map(unescaped);
  const isM3u = /^\s*#EXTM3U/i.test(text) || /mpegurl/i.test(type) || /\.m3u8?$/i.test(path);
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (isM3u) return lines[0]?.startsWith('<') === true ? null : lines;
  // An address alone, whatever its type.
  return lines.length > 0 && lines.every((line) => /^https?:\/\/\S+$/i.test(line)) ? lines : null;
}

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, address = '']) => address);
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
/** Old lists name the protocol of a server that speaks HTTP as well. */
const withoutMms = (url: string): string => url.replace(/^mms[ht]?:/i, 'http:');

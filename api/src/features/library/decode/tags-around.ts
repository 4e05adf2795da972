const ID3_HEADER_BYTES = 10;
const ID3V1_BYTES = 128;
const APE_HEADER_BYTES = 32;
const LYRICS_MAX = 10_000;

/** Seven bits a byte, as in ID3v2. */
const syncSafe = (file: Buffer, at: number): number =>
  [0, 1, 2, 3].reduce((size, index) => size * 128 + ((file[at + index] ?? 0) & 127), 0);

/** Behind a tag that begins at a position: ID3v2, ID3v1, APE, Lyrics3. The position itself where none does. */
export function behindTag(file: Buffer, at: number): number {
  const head = file.toString('latin1', at, at + 11);
  if (head.startsWith('ID3') && (file[at + 3] ?? 0xff) < 0xff) {
    const hasFooter = ((file[at + 5] ?? 0) & 0x10) !== 0;
    return at + ID3_HEADER_BYTES + syncSafe(file, at + 6) + (hasFooter ? ID3_HEADER_BYTES : 0);
  }
  if (head.startsWith('TAG+')) return at + 227;
  if (head.startsWith('TAG') && at + ID3V1_BYTES <= file.length) return at + ID3V1_BYTES;
  if (head.startsWith('APETAGEX') && at + APE_HEADER_BYTES <= file.length) {
    const isHeader = ((file[at + 23] ?? 0) & 0x20) !== 0;
    return at + APE_HEADER_BYTES + (isHeader ? file.readUInt32LE(at + 12) : 0);
  }
  if (head === 'LYRICSBEGIN') {
    for (const mark of ['LYRICS200', 'LYRICSEND']) {
      const end = file.subarray(at, at + LYRICS_MAX).indexOf(mark);
      if (end >= 0) return at + end + mark.length;
    }
  }
  return at;
}

/** Behind all tags and zeros that begin at a position, at most at the end of the file. */
export function behindTags(file: Buffer, from: number): number {
  let at = from;
  for (;;) {
    // At the beginning of a file, zeros may be the length of a box of MP4.
    while (at > 0 && at < file.length && file[at] === 0) at += 1;
    const next = behindTag(file, at);
    if (next === at) return Math.min(at, file.length);
    at = next;
  }
}

/** Where the sound of a file ends before tags at its end: ID3v1 with its extension, APE, Lyrics3 and ID3v2 with a footer; and zeros between them. */
export function beforeTagsAtEnd(file: Buffer, from: number): number {
  let end = file.length;
  for (let last = end; ;) {
    const start = beforeTag(file, last);
    if (start <= from) return end;
    if (start < last) {
      [end, last] = [start, start];
      continue;
    }
    // Zeros count as such only between tags: a file may end with some.
    while (last > from && file[last - 1] === 0) last -= 1;
    if (last === end || beforeTag(file, last) === last) return end;
  }
}

/** The beginning of a tag that ends at a position. The position itself where none does. */
function beforeTag(file: Buffer, end: number): number {
  const textAt = (at: number, length: number): string => (at < 0 ? '' : file.toString('latin1', at, at + length));
  const isExtended = textAt(end - ID3V1_BYTES - 227, 4) === 'TAG+';
  if (textAt(end - ID3V1_BYTES, 3) === 'TAG') return end - ID3V1_BYTES - (isExtended ? 227 : 0);
  if (textAt(end - APE_HEADER_BYTES, 8) === 'APETAGEX') {
    const hasHeader = ((file[end - APE_HEADER_BYTES + 23] ?? 0) & 0x80) !== 0;
    return end - file.readUInt32LE(end - APE_HEADER_BYTES + 12) - (hasHeader ? APE_HEADER_BYTES : 0);
  }
  if (textAt(end - 10, 3) === '3DI') return end - syncSafe(file, end - 4) - 2 * ID3_HEADER_BYTES;
  if (!/^LYRICS(?:200|END)$/.test(textAt(end - 9, 9))) return end;
  const begin = file.subarray(Math.max(0, end - LYRICS_MAX), end).lastIndexOf('LYRICSBEGIN');
  return begin < 0 ? end : Math.max(0, end - LYRICS_MAX) + begin;
}

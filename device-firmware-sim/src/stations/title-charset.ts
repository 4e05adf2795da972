/** Letters of Cyrillic words stand beside each other; those of Latin ones with marks, between plain ones. */
const CYRILLIC = /(?<![A-Za-z])[\u00A8\u00B8\u00C0-\u00FF]{2,}(?![A-Za-z])/;
const TITLE = /StreamTitle='([^]*?)';/;

/**
 * The encoding of the titles of a stream, for MPD, which takes them for UTF-8; null where they are that, or none has come.
 * @param every bytes of sound before a title
 */
export function titleCharset(head: Buffer, every: number): 'windows-1251' | 'windows-1252' | null {
  const length = (head[every] ?? 0) * 16;
  const bytes = head.subarray(every + 1, every + 1 + length);
  const title = TITLE.exec(bytes.toString('latin1'))?.[1] ?? '';
  if (!/[\u0080-\u00FF]/.test(title) || bytes.length < length) return null;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(title, 'latin1'));
    return null;
  } catch {
    return CYRILLIC.test(title) ? 'windows-1251' : 'windows-1252';
  }
}

import { OutputError } from '../playback/audio-output.ts';

const HEADER_BYTES = 27;
const FIRST_PAGE = 2;
const MAX_PAGE_BYTES = 65_307;

export type OggPage = { bytes: Buffer; isFirst: boolean };

/** The pages of an Ogg stream. Bytes that are no page, as where a stream is joined, are left out. Throws OutputError. */
export async function* oggPages(input: AsyncIterable<Uint8Array>): AsyncGenerator<OggPage> {
  let rest: Buffer = Buffer.alloc(0);
  let skipped = 0;
  for await (const part of input) {
    rest = Buffer.concat([rest, part]);
    for (;;) {
      const start = rest.indexOf('OggS');
      const dropped = start < 0 ? Math.max(0, rest.length - 3) : start;
      skipped = start < 0 ? skipped + dropped : 0;
      if (skipped > MAX_PAGE_BYTES) throw new OutputError('the audio file is damaged');
      rest = rest.subarray(dropped);
      const length = pageLength(rest);
      if (start < 0 || length === null || rest.length < length) break;
      yield { bytes: rest.subarray(0, length), isFirst: ((rest[5] ?? 0) & FIRST_PAGE) !== 0 };
      rest = rest.subarray(length);
    }
  }
}

/** Null where its header has not come yet. */
function pageLength(bytes: Buffer): number | null {
  if (bytes.length < HEADER_BYTES) return null;
  const segments = bytes[HEADER_BYTES - 1] ?? 0;
  if (bytes.length < HEADER_BYTES + segments) return null;
  let length = HEADER_BYTES + segments;
  for (let index = 0; index < segments; index++) length += bytes[HEADER_BYTES + index] ?? 0;
  return length;
}

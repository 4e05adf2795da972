import { PAGE_FRAME_HEADER_BYTES, PAGE_FRAME_MAX_BYTES } from '@belfry/schemas/mqtt/page-frames';

const LENGTH_BYTES = 2;

/**
 * Takes the parts of a stream of frames, each behind its length in two bytes (big-endian), as they come. Keeps the beginning of one frame at
 * most. Throws RangeError for what cannot be the length of a frame.
 */
export function createFrameSplitter(frame: (bytes: Uint8Array) => void): (chunk: Uint8Array) => void {
  let rest: Uint8Array = new Uint8Array();
  return (chunk) => {
    rest = joined(rest, chunk);
    while (rest.length >= LENGTH_BYTES) {
      const length = ((rest[0] ?? 0) << 8) | (rest[1] ?? 0);
      if (length < PAGE_FRAME_HEADER_BYTES || length > PAGE_FRAME_MAX_BYTES)
        throw new RangeError(`${length} bytes are no frame`);
      if (rest.length < LENGTH_BYTES + length) return;
      frame(rest.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
      rest = rest.subarray(LENGTH_BYTES + length);
    }
  };
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  const all = new Uint8Array(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}

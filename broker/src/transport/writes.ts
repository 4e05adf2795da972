/** Above this, concatenation copies more than it saves in writes. */
const MAX_CONCAT_BYTES = 256 * 1024;

/** Concatenates adjacent chunks up to the maximum size. @param total bytes of all chunks */
export function inWrites(chunks: Buffer[], total: number): Iterable<Buffer> {
  if (chunks.length === 1) return chunks;
  return total <= MAX_CONCAT_BYTES ? [Buffer.concat(chunks, total)] : inGroups(chunks);
}

function* inGroups(chunks: readonly Buffer[]): Generator<Buffer> {
  let group: Buffer[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    group.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_CONCAT_BYTES) {
      yield Buffer.concat(group, bytes);
      group = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(group, bytes);
}

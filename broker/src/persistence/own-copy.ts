/**
 * The parser's payload is a view of the whole chunk that was read (up to 64 KiB), which a kept view would keep in memory.
 * Memory of its own, not from the shared pool, for what is kept for long.
 */
export function ownCopy(payload: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(payload.length);
  payload.copy(copy);
  return copy;
}

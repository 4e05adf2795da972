/**
 * Copies a payload that is stored for long. The parser's payload is a view of the whole chunk that was read (up to
 * 64 KiB), which the view would keep in memory. The copy does not use Node's shared buffer pool for the same reason.
 */
export function copyPayload(payload: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(payload.length);
  payload.copy(copy);
  return copy;
}

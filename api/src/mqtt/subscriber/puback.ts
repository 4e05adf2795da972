const PUBACK_HEADER = 0x4002;

/** Concatenated PUBACK packets of four bytes each, so that a batch is acknowledged in one write. */
export function pubacks(packetIds: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(packetIds.length * 4);
  let at = 0;
  for (const id of packetIds) {
    bytes.writeUInt16BE(PUBACK_HEADER, at);
    at = bytes.writeUInt16BE(id, at + 2);
  }
  return bytes;
}

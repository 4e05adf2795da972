const PUBACK_HEADER = 0x4002;
/** Concatenated PUBACK packets of four bytes each, so that a batch is acknowledged in one write. */
function pubacks(packetIds: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(packetIds.length * 4);
  let at = 0;
  for (const id of packetIds) {
    bytes.writeUInt16BE(PUBACK_HEADER, at);
    at = bytes.writeUInt16BE(id, at + 2);
  }
  return bytes;
}
/** Collects the packet ids that are acknowledged in one turn of the event loop and writes their PUBACKs together. */
export class PubackQueue {
  readonly #write: (bytes: Buffer) => void;
  #packetIds: number[] = [];

  constructor(write: (bytes: Buffer) => void) {
    this.#write = write;
  }

  add(packetId: number): void {
    if (this.#packetIds.push(packetId) === 1) setImmediate(() => this.flush());
  }

  /** Discards the packet ids of a connection that is closed. */
  clear(): void {
    this.#packetIds = [];
  }

  flush(): void {
    const packetIds = this.#packetIds;
    this.#packetIds = [];
    if (packetIds.length > 0) this.#write(pubacks(packetIds));
  }
}

import { pubacks } from './puback.ts';

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

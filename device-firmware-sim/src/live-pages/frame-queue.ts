import type { PageFrame } from '@belfry/schemas/mqtt/page-frames';

/** A frame, and when it came, in ms since 1970. */
export type QueuedFrame = { frame: PageFrame; arrivedAt: number };

/** Two seconds: more than a page survives without frames. */
export const QUEUE_MAX_FRAMES = 50;
/** Three times what so many frames need at 24 kbit/s. */
export const QUEUE_MAX_BYTES = 20_000;

export class FrameQueue {
  readonly #frames: QueuedFrame[] = [];
  #bytes = 0;

  get length(): number {
    return this.#frames.length;
  }

  /** Of the packets. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The next frame, without removing it. */
  first(): QueuedFrame | undefined {
    return this.#frames[0];
  }

  /** @returns false if it is there already */
  add(queued: QueuedFrame): boolean {
    const { seq, packet } = queued.frame;
    const before = this.#frames.findLastIndex(({ frame }) => frame.seq <= seq);
    if (this.#frames[before]?.frame.seq === seq) return false;
    this.#frames.splice(before + 1, 0, queued);
    this.#bytes += packet.length;
    return true;
  }

  shift(): QueuedFrame | undefined {
    return this.#remove(0);
  }

  /** The one with the smallest packet: a codec of a variable rate needs the fewest bytes for silence. The end stays. */
  takeQuietest(): QueuedFrame | undefined {
    let quietest = -1;
    let bytes = Infinity;
    for (const [index, { frame }] of this.#frames.entries()) {
      if (frame.isEnd || frame.packet.length >= bytes) continue;
      quietest = index;
      bytes = frame.packet.length;
    }
    return this.#remove(quietest);
  }

  /** Removes the oldest frames until the rest is within the limits. */
  takeOverflow(): QueuedFrame[] {
    const taken: QueuedFrame[] = [];
    while (this.#frames.length > QUEUE_MAX_FRAMES || this.#bytes > QUEUE_MAX_BYTES) {
      const oldest = this.shift();
      if (!oldest) break;
      taken.push(oldest);
    }
    return taken;
  }

  #remove(index: number): QueuedFrame | undefined {
    if (index < 0) return undefined;
    const [removed] = this.#frames.splice(index, 1);
    this.#bytes -= removed?.frame.packet.length ?? 0;
    return removed;
  }
}

/** The memory overhead of one chunk that waits to be sent: its buffer, callback and queue entry. */
export const CHUNK_OVERHEAD_BYTES = 256;

export interface Transport {
  readonly protocol: 'mqtt' | 'mqtts' | 'ws';
  readonly peer: string;
  /** Bytes written and not yet passed to the kernel, including the overhead of each waiting chunk. */
  readonly buffered: number;
  write(bytes: Buffer): void;
  pause(): void;
  resume(): void;
  /** Closes gracefully: written bytes are still sent. */
  end(): void;
  destroy(): void;
  /** Starts reading; must be called once. */
  start(handlers: TransportHandlers): void;
}

export type TransportHandlers = {
  onData: (bytes: Buffer) => void;
  /** `buffered` has fallen to zero or near it. */
  onDrain: () => void;
  /** The peer sends no more; the transport may be closed. */
  onEnd: () => void;
  onError: (error: Error) => void;
};

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

/** Converts an IPv4-mapped IPv6 address, as a dual-stack socket reports it, to IPv4. */
export const plainAddress = (address: string): string => address.replace(MAPPED_IPV4, '');

export class ReadGate {
  readonly #transport: Pick<Transport, 'pause' | 'resume'>;
  #paused = false;
  #stopped = false;
  #throttle: NodeJS.Timeout | null = null;

  constructor(transport: Pick<Transport, 'pause' | 'resume'>) {
    this.#transport = transport;
  }

  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#transport.pause();
  }

  /** The reader has capacity again. Does nothing during a throttle, after which reading is resumed anyway. */
  resume(): void {
    if (!this.#paused || this.#throttle || this.#stopped) return;
    this.#paused = false;
    this.#transport.resume();
  }

  /** A later call replaces the time of an earlier one. */
  throttle(ms: number): void {
    this.pause();
    this.clear();
    this.#throttle = setTimeout(() => {
      this.#throttle = null;
      this.resume();
    }, ms);
  }

  stop(): void {
    this.#stopped = true;
    this.pause();
  }

  clear(): void {
    if (this.#throttle) clearTimeout(this.#throttle);
  }
}

/** The memory overhead of one chunk that waits to be sent: its buffer, callback and queue entry. */
export const CHUNK_OVERHEAD_BYTES = 256;

/** The transport of a connection: a TCP socket, with or without TLS, or a WebSocket. */
export interface Transport {
  readonly protocol: 'mqtt' | 'mqtts' | 'ws';
  /** The address of the peer, for logs and throttling. */
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

/** Memory that a piece of a byte takes while it waits to be sent: its buffer, its callback and its place in the queue. */
export const PIECE_OVERHEAD_BYTES = 256;

/** What a connection rides on: a TCP socket, with or without TLS, or a WebSocket. */
export interface Carrier {
  readonly protocol: 'mqtt' | 'mqtts' | 'ws';
  /** The peer's address, for logs and throttling. */
  readonly peer: string;
  /** Bytes written and not yet taken by the kernel, with what each waiting piece costs besides. */
  readonly buffered: number;
  write(bytes: Buffer): void;
  pause(): void;
  resume(): void;
  /** Ends in order: what was written still arrives. */
  end(): void;
  destroy(): void;
  /** Starts delivering; called once. */
  listen(events: CarrierEvents): void;
}

export type CarrierEvents = {
  data: (bytes: Buffer) => void;
  /** `buffered` fell to nothing, or near it. */
  drained: () => void;
  /** The peer will send no more, the carrier may be gone. */
  ended: () => void;
  failed: (error: Error) => void;
};

import type { Violation } from './packet-scanner.ts';

/** Why the broker itself ended a connection; also the label of its counter. */
type DropReason = Violation | 'slow_consumer' | 'revoked' | 'retained_limit' | 'inbound_limit' | 'idle';

export class ConnectionDroppedError extends Error {
  readonly reason: DropReason;
  constructor(reason: DropReason) {
    super(reason);
    this.reason = reason;
  }
}

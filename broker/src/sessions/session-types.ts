/**
 * `window…`: unacknowledged messages in flight. `queue…`: messages that may wait behind them. For persistent sessions
 * `expiryMs`: how long one is kept without a connection, `perOwner`: how many one credential may have, `evictable`: whether
 * it may be removed for another one when there are too many in total.
 */
export type SessionLimits = {
  perOwner: number;
  evictable: boolean;
  windowMessages: number;
  windowBytes: number;
  queueMessages: number;
  queueBytes: number;
  expiryMs: number;
};

/** The metrics of all sessions together. */
export type SessionMetrics = {
  sentMessages: number;
  sentBytes: number;
  queued: number;
  inflight: number;
  lost: number;
};

/** `owner` is the credential to which the session belongs. */
export type SessionRequest = { id: string; owner: string; persistent: boolean; limits: SessionLimits };

/** What a fleet counts together; each device adds to the one it was given. */
export type Counters = {
  connected: number;
  /** Metrics that went out for the first time, and those sent again. */
  sent: number;
  resent: number;
  /** Metrics that the server has committed. */
  acknowledged: number;
  /** Metrics that grew too old in a journal. */
  dropped: number;
  /** Every MQTT message published, metrics included. */
  published: number;
  commandsOk: number;
  commandsFailed: number;
  /** Commands that had expired when they arrived. */
  commandsExpired: number;
  /** Payloads from the server that do not parse. */
  unreadable: number;
  reconnects: number;
};

export const newCounters = (): Counters => ({
  connected: 0,
  sent: 0,
  resent: 0,
  acknowledged: 0,
  dropped: 0,
  published: 0,
  commandsOk: 0,
  commandsFailed: 0,
  commandsExpired: 0,
  unreadable: 0,
  reconnects: 0,
});
